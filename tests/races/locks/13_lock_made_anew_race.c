/*
 * Locks that are stored to while others may hold them: a mutex, one in a struct that is cleared, the
 * control of a once function.
 */
#include <pthread.h>
#include <string.h>

static struct {
	pthread_mutex_t lock;
	int n;
} box = {PTHREAD_MUTEX_INITIALIZER, 0};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static int by_lock, by_once;

static void add_to_box(void)
{
	pthread_mutex_lock(&box.lock);
	box.n++; // RACE
	pthread_mutex_unlock(&box.lock);
}

static void add(void)
{
	pthread_mutex_lock(&lock);
	by_lock++; // RACE
	pthread_mutex_unlock(&lock);
}

static void set_up(void)
{
	by_once = 1; // RACE
}

static void use_all(void)
{
	add_to_box();
	add();
	pthread_once(&control, set_up);
}

static void *use(void *arg)
{
	use_all();
	return arg;
}

static void *use_again(void *arg)
{
	memset(&box.lock, 0, sizeof(box.lock));
	lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	control = (pthread_once_t)PTHREAD_ONCE_INIT;
	use_all();
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
