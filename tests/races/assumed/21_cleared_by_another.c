/* docs/soundness.md, 21: a flag that is a lock, cleared by a thread that has not set it. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int flag;
static int n;

static void add(void)
{
	while (atomic_exchange(&flag, 1))
		;
	n++; // FN low (soundness.md, 21)
	atomic_store(&flag, 0);
}

static void *use(void *arg)
{
	add();
	return arg;
}

static void *clear(void *arg)
{
	atomic_store(&flag, 0);
	add();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, clear, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
