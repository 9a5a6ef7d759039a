// SPDX-License-Identifier: MIT
// The id of the calling thread, compared with one that the main thread has stored.
#include <stddef.h>

typedef struct SDL_Thread SDL_Thread;
extern SDL_Thread *SDL_CreateThread(int (*)(void *), const char *, void *);
extern void SDL_WaitThread(SDL_Thread *, int *);
extern unsigned long SDL_ThreadID(void);

static unsigned long owner, second;
static int mine, any;

static void touch(void)
{
	if (SDL_ThreadID() == owner)
		mine++; // NORACE
	else if (second == SDL_ThreadID()) // RACE
		any++; // RACE
}

static int work(void *arg)
{
	second = SDL_ThreadID(); // RACE
	touch();
	return arg != NULL;
}

int main(void)
{
	SDL_Thread *a, *b;

	owner = SDL_ThreadID();
	a = SDL_CreateThread(work, "a", NULL);
	b = SDL_CreateThread(work, "b", NULL);
	touch();
	any++; // RACE
	SDL_WaitThread(a, NULL);
	SDL_WaitThread(b, NULL);
	return 0;
}
