// SPDX-License-Identifier: MIT
// The id of the calling thread, compared with one that the main thread has stored.
#include <stddef.h>

typedef struct _GThread GThread;
extern GThread *g_thread_new(const char *, void *(*)(void *), void *);
extern void *g_thread_join(GThread *);
extern GThread *g_thread_self(void);

static GThread *owner, *second;
static int mine, any;

static void touch(void)
{
	if (g_thread_self() == owner)
		mine++; // NORACE
	else if (g_thread_self() == second) // RACE
		any++; // RACE
}

static void *work(void *arg)
{
	second = g_thread_self(); // RACE
	touch();
	return arg;
}

int main(void)
{
	GThread *a, *b;

	owner = g_thread_self();
	a = g_thread_new("a", work, NULL);
	b = g_thread_new("b", work, NULL);
	touch();
	any++; // RACE
	g_thread_join(a);
	g_thread_join(b);
	return 0;
}
