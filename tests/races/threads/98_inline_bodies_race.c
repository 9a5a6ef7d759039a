// Bodies that a compiler need not emit are code of the program: C99's inline, gnu_inline, and a
// creation inside one.
// FLAGS: -O1
#include <pthread.h>

static int count;
int shared, wide, safe;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

inline void bump(void)
{
	shared++; // RACE
}

extern inline __attribute__((gnu_inline)) void stretch(int by)
{
	wide += by; // RACE
}

__inline void guarded(void)
{
	pthread_mutex_lock(&lock);
	safe++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	bump();
	stretch(2);
	guarded();
	count++; // RACE
	return arg;
}

inline void start(pthread_t *t)
{
	pthread_create(t, 0, work, 0);
}

int main(void)
{
	pthread_t a, b;
	start(&a);
	start(&b);
	bump();
	guarded();
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
