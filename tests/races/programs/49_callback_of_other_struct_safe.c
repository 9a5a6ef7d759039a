// SPDX-License-Identifier: MIT
/* One table holds callbacks of two kinds, as void *. Each is called with the struct it takes:
 * that the thread calls the other one is ruled out by its parameter. */
#include <pthread.h>

struct job {
	int *done;
};

struct report {
	long lines, pages;
};

typedef void job_hook(struct job *);
typedef void report_hook(struct report *);

static void *hooks[2];
static int finished, printed;

static void finish(struct job *j)
{
	*j->done = 1;
	finished++; // NORACE
}

static void print(struct report *r)
{
	r->pages++;
	printed++; // NORACE
}

static void *work(void *arg)
{
	struct job *j = arg;

	((job_hook *)hooks[0])(j);
	return NULL;
}

int main(void)
{
	struct report r = {0, 0};
	struct job j;
	pthread_t t;
	int done;

	j.done = &done;
	hooks[0] = (void *)finish;
	hooks[1] = (void *)print;
	pthread_create(&t, NULL, work, &j);
	((report_hook *)hooks[1])(&r);
	pthread_join(t, NULL);
	return finished + printed;
}
