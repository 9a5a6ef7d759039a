/* A mutex that one thread initialises again while others hold it. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void add(void)
{
	pthread_mutex_lock(&lock);
	n++; // FN a call that initialises a lock is taken to come before all that use it
	pthread_mutex_unlock(&lock);
}

static void *use(void *arg)
{
	add();
	return arg;
}

static void *use_again(void *arg)
{
	pthread_mutex_init(&lock, NULL);
	add();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, use_again, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
