// SPDX-License-Identifier: MIT
// Objects with tables of functions, where the shared one gets the table of those that are not.
#include <pthread.h>
#include <stdlib.h>

struct device;
struct table {
	void (*start)(struct device *);
	void (*tick)(struct device *);
};
struct device {
	const struct table *table;
	int state;
	pthread_mutex_t lock;
};

static void start(struct device *d)
{
	d->state = 1;
}

static void tick_locked(struct device *d)
{
	pthread_mutex_lock(&d->lock);
	d->state++; // RACE
	pthread_mutex_unlock(&d->lock);
}

static void tick_alone(struct device *d)
{
	d->state--; // RACE
}

static const struct table locked = {start, tick_locked}, alone = {start, tick_alone};

static struct device shared = {.table = &locked, .lock = PTHREAD_MUTEX_INITIALIZER};
static struct device *made;

/* the function itself, without a table in between */
struct plain {
	void (*tick)(struct plain *);
	int state;
	pthread_mutex_t lock;
};

static void plain_locked(struct plain *p)
{
	pthread_mutex_lock(&p->lock);
	p->state++; // RACE
	pthread_mutex_unlock(&p->lock);
}

static void plain_alone(struct plain *p)
{
	p->state--; // RACE
}

static struct plain common = {.tick = plain_locked, .lock = PTHREAD_MUTEX_INITIALIZER};

static void drive(struct device *d)
{
	d->table->tick(d);
}

static void drive_plain(struct plain *p)
{
	p->tick(p);
}

static struct device *make(const struct table *t)
{
	struct device *d = calloc(1, sizeof(*d));

	if (!d)
		abort();
	d->table = t;
	pthread_mutex_init(&d->lock, NULL);
	return d;
}

static void *run(void *arg)
{
	struct device own = {.table = &alone}, *other = make(&alone);
	struct plain mine = {.tick = plain_alone};

	own.table->start(&own);
	for (int i = 0; i < 5; i++) {
		drive(&shared);
		drive(&own);
		drive(made);
		drive(other);
		drive_plain(&common);
		drive_plain(&mine);
	}
	free(other);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	made = make(&locked);
	shared.table = &alone;
	made->table = &alone;
	common.tick = plain_alone;
	shared.table->start(&shared);
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return shared.state + made->state + common.state;
}
