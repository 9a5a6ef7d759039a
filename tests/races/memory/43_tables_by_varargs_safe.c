// SPDX-License-Identifier: MIT
/* Tables of functions are installed through one variadic function and kept as copies:
 * the types of the copies say which table went where. */
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>

struct memory_methods {
	void *(*allocate)(int);
	void (*release)(void *);
	void (*compact)(void *);
};

struct mutex_methods {
	int (*begin)(void);
	void (*enter)(pthread_mutex_t *);
	void (*leave)(pthread_mutex_t *);
	int (*is_held)(pthread_mutex_t *);
};

enum { SET_MEMORY, SET_MUTEX, GET_MEMORY };

static struct {
	int on;
	struct memory_methods memory;
	struct mutex_methods mutex;
} settings;

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static int compactions;

static void *allocate(int n)
{
	return malloc((size_t)n);
}

static void compact(void *p)
{
	compactions += p != NULL; // NORACE
}

static int begin(void)
{
	return 0;
}

static void enter(pthread_mutex_t *x)
{
	pthread_mutex_lock(x);
}

static void leave(pthread_mutex_t *x)
{
	pthread_mutex_unlock(x);
}

static int configure(int what, ...)
{
	va_list ap;

	va_start(ap, what);
	switch (what) {
	case SET_MEMORY:
		settings.memory = *va_arg(ap, struct memory_methods *);
		break;
	case SET_MUTEX:
		settings.mutex = *va_arg(ap, struct mutex_methods *);
		break;
	case GET_MEMORY:
		*va_arg(ap, struct memory_methods *) = settings.memory;
		break;
	}
	va_end(ap);
	return 0;
}

static void *worker(void *arg)
{
	int *p = settings.memory.allocate(4);

	settings.mutex.enter(&m);
	total++; // NORACE
	settings.mutex.leave(&m);
	settings.memory.release(p);
	return arg;
}

int main(void)
{
	static const struct memory_methods memory = {allocate, free, compact};
	static const struct mutex_methods mutex = {begin, enter, leave, NULL};
	struct memory_methods before;
	pthread_t a, b;

	configure(GET_MEMORY, &before);
	configure(SET_MEMORY, &memory);
	configure(SET_MUTEX, &mutex);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	settings.memory.compact(NULL);
	return total;
}
