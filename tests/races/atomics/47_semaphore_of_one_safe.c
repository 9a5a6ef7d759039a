/* A semaphore on an atomic that is counted down by compare and exchange: one may pass. */
#include <pthread.h>
#include <stdatomic.h>

static struct semaphore {
	atomic_int n;
} one = {1};
static int total;

static void down(struct semaphore *s)
{
	int v;
	do {
		while ((v = atomic_load(&s->n)) == 0)
			;
	} while (!atomic_compare_exchange_weak(&s->n, &v, v - 1));
}

static void up(struct semaphore *s)
{
	atomic_fetch_add(&s->n, 1);
}

static void *run(void *p)
{
	for (int i = 0; i < 10; i++) {
		down(&one);
		total++; // NORACE
		up(&one);
	}
	return p;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
