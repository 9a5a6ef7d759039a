/* A driver: static functions in a table that code outside gets and calls. */
#include <pthread.h>

struct operations {
	int (*open)(void);
	void (*close)(int);
};
extern int register_driver(const struct operations *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int opened;

static int driver_open(void)
{
	pthread_mutex_lock(&lock);
	int id = opened++; // NORACE
	pthread_mutex_unlock(&lock);
	return id;
}

static void driver_close(int id)
{
	(void)id;
	pthread_mutex_lock(&lock);
	opened--; // NORACE
	pthread_mutex_unlock(&lock);
}

static const struct operations driver = {driver_open, driver_close};

int driver_init(void)
{
	return register_driver(&driver);
}
