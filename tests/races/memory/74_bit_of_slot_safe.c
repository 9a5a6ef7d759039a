/* Slots that are given away by a bit in a word beside them. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned used;
static struct {
	int len;
} slot[32];

static int get(void)
{
	int i;
	pthread_mutex_lock(&m);
	for (i = 0; i < 32; i++) {
		if (!(used & 1u << i)) {
			used |= 1u << i;
			break;
		}
	}
	pthread_mutex_unlock(&m);
	return i < 32 ? i : -1;
}

static void put(int i)
{
	pthread_mutex_lock(&m);
	used &= ~(1u << i);
	pthread_mutex_unlock(&m);
}

static void *run(void *p)
{
	int i = get();
	if (i >= 0) {
		slot[i].len = 1; // FP a claim is known by a flag of its own, not by a bit
		put(i);
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
	return 0;
}
