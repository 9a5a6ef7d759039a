// SPDX-License-Identifier: MIT
/* What is stored between setjmp and longjmp is there when setjmp returns again. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

struct parser {
	sigjmp_buf back;
	int *found;
};

static int a, b, c;
static _Thread_local jmp_buf env;

static void parse(struct parser *p)
{
	p->found = &b;
	siglongjmp(p->back, 2);
}

static void *work(void *arg)
{
	volatile int got = 0;
	int **cell = malloc(sizeof *cell);
	struct parser p = {.found = NULL};

	if (setjmp(env) == 0) {
		got = 1;
		longjmp(env, 1);
	}
	if (got)
		a++; // RACE
	switch (sigsetjmp(p.back, 1)) {
	case 0: parse(&p); break;
	default:
		if (p.found)
			++*p.found; // RACE
	}
	*cell = NULL;
	if (!setjmp(env)) {
		*cell = &c;
		longjmp(env, 1);
	} else if (*cell) {
		++**cell; // RACE
	}
	return arg;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, NULL);
	a++; // RACE
	b++; // RACE
	c++; // RACE
	pthread_join(id, NULL);
	return 0;
}
