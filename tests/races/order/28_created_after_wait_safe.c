// SPDX-License-Identifier: MIT
/* Who creates the readers has waited for the writer: the readers come later, and those whom they
 * create too. */
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

struct table {
	sem_t ready;
	int entries[8];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct table table;
static int loaded, settings;

static void *load(void *arg)
{
	struct table *t = arg;

	t->entries[0] = 1; // NORACE
	sem_post(&t->ready);
	return NULL;
}

static void *configure(void *arg)
{
	settings = 1; // NORACE
	pthread_mutex_lock(&m);
	loaded = 1;
	pthread_mutex_unlock(&m);
	return arg;
}

static int is_loaded(void)
{
	pthread_mutex_lock(&m);
	int is = loaded;
	pthread_mutex_unlock(&m);
	return is;
}

static void *last(void *arg)
{
	table.entries[0] += settings; // NORACE
	return arg;
}

static void *read_both(void *arg)
{
	struct table *t = arg;
	pthread_t id;
	int sum = t->entries[0] + settings; // NORACE

	pthread_create(&id, NULL, last, NULL);
	pthread_join(id, NULL);
	return sum ? arg : NULL;
}

int main(void)
{
	pthread_t a, b, c;

	sem_init(&table.ready, 0, 0);
	pthread_create(&a, NULL, load, &table);
	pthread_create(&b, NULL, configure, NULL);
	sem_wait(&table.ready);
	while (!is_loaded())
		usleep(10);
	pthread_create(&c, NULL, read_both, &table);
	return 0;
}
