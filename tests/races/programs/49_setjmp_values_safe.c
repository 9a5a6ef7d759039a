// SPDX-License-Identifier: MIT
/* Locks and memory of one's own behind setjmp. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

struct parser {
	jmp_buf back;
	pthread_mutex_t *lock;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void parse(struct parser *p)
{
	pthread_mutex_lock(p->lock);
	sum++; // NORACE
	pthread_mutex_unlock(p->lock);
	longjmp(p->back, 1);
}

static void *work(void *arg)
{
	struct parser *p = calloc(1, sizeof *p);

	p->lock = &m;
	if (setjmp(p->back)) {
		pthread_mutex_lock(p->lock);
		sum++; // NORACE
		pthread_mutex_unlock(p->lock);
		p->n++; // NORACE
		free(p);
		return arg;
	}
	p->n = 1; // NORACE
	parse(p);
	return arg;
}

int main(void)
{
	pthread_t id, other;

	pthread_create(&id, NULL, work, NULL);
	pthread_create(&other, NULL, work, NULL);
	pthread_join(id, NULL);
	pthread_join(other, NULL);
	return sum;
}
