// SPDX-License-Identifier: MIT
/* docs/soundness.md, 29: what tells other threads of the memory comes behind setjmp, and the jump
 * leads back in front of it. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static _Thread_local jmp_buf env;
static struct box {
	int n;
} *published;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
	struct box *box = calloc(1, sizeof *box);

	if (setjmp(env)) {
		box->n++; // FN it was published before the jump
		return arg;
	}
	pthread_mutex_lock(&m);
	published = box;
	pthread_mutex_unlock(&m);
	longjmp(env, 1);
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, work, NULL);
	pthread_mutex_lock(&m);
	if (published)
		published->n++; // FN it was published before the jump
	pthread_mutex_unlock(&m);
	pthread_join(id, NULL);
	return 0;
}
