/*
 * Locks that are stored to before the threads begin, and after they have ended: a mutex, one in a
 * struct that is cleared, the control of a once function, a flag that is a lock.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static struct {
	pthread_mutex_t lock;
	int n;
} box = {PTHREAD_MUTEX_INITIALIZER, 0};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static _Atomic int flag;
static int by_lock, by_once, by_flag;

static void add_to_box(void)
{
	pthread_mutex_lock(&box.lock);
	box.n++; // NORACE
	pthread_mutex_unlock(&box.lock);
}

static void add(void)
{
	pthread_mutex_lock(&lock);
	by_lock++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void set_up(void)
{
	by_once = 1; // NORACE
}

static void add_by_flag(void)
{
	while (atomic_exchange(&flag, 1))
		;
	by_flag++; // NORACE
	atomic_store(&flag, 0);
}

static void use_all(void)
{
	add_to_box();
	add();
	pthread_once(&control, set_up);
	add_by_flag();
}

static void *use(void *arg)
{
	use_all();
	return arg;
}

static void set_all(void)
{
	memset(&box.lock, 0, sizeof(box.lock));
	lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	control = (pthread_once_t)PTHREAD_ONCE_INIT;
	atomic_store(&flag, 0);
}

int main(void)
{
	pthread_t a, b;

	set_all();
	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, use, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	set_all();
	return 0;
}
