// Which device a pointer means cannot be told. One function finds the bus, and so the lock,
// by a link inside of it: the name starts at the link and goes back from there. It is the
// same lock of the same struct that another function has by a pointer to the bus, as
// there is one struct only that has such a link behind such a lock.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
	struct link *next;
};

struct bus {
	int number;
	pthread_mutex_t lock;
	struct link devices;
	struct link all;
};

static struct link buses;

struct device {
	int id;
	int users;
	struct link link;
};

#define BUS(l) ((struct bus *)((char *)(l) - offsetof(struct bus, all)))
#define DEVICE(l) ((struct device *)((char *)(l) - offsetof(struct device, link)))

static void add_device(struct bus *b, struct device *d)
{
	pthread_mutex_lock(&b->lock);
	d->link.next = b->devices.next;
	b->devices.next = &d->link;
	pthread_mutex_unlock(&b->lock);
}

#define PROBE(n) \
	static void probe##n(struct bus *b) \
	{ \
		struct device *d = malloc(sizeof(*d)); \
		if (!d) \
			return; \
		d->id = n; \
		d->users = 0; \
		add_device(b, d); \
	}
PROBE(1) PROBE(2) PROBE(3) PROBE(4) PROBE(5) PROBE(6) PROBE(7) PROBE(8) PROBE(9) PROBE(10)

static void probe_all(struct bus *b)
{
	probe1(b);
	probe2(b);
	probe3(b);
	probe4(b);
	probe5(b);
	probe6(b);
	probe7(b);
	probe8(b);
	probe9(b);
	probe10(b);
}

static struct device *find(struct bus *b, int id)
{
	struct link *l = b->devices.next;
	while (l && DEVICE(l)->id != id)
		l = l->next;
	return l ? DEVICE(l) : NULL;
}

static void take(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
}

static void open_device(int id)
{
	struct bus *b = BUS(buses.next);
	take(&b->lock);
	struct device *d = find(b, id);
	if (d)
		d->users++; // RACE
	pthread_mutex_unlock(&b->lock);
}

static void close_device(struct bus *b, int id)
{
	pthread_mutex_lock(&b->lock);
	struct device *d = find(b, id);
	if (d)
		d->users--; // RACE
	pthread_mutex_unlock(&b->lock);
}

static void reset_device(struct bus *b, int id)
{
	pthread_mutex_lock(&b->lock);
	struct device *d = find(b, id);
	pthread_mutex_unlock(&b->lock);
	if (d)
		d->users = 0; // RACE
}

static void *work(void *arg)
{
	struct bus *b = arg;
	for (int i = 0; i < 10; i++) {
		open_device(i);
		reset_device(b, i);
		close_device(b, i);
	}
	return NULL;
}

int main(void)
{
	pthread_t id[2];
	struct bus *b = calloc(1, sizeof(*b));
	if (!b)
		return 1;
	pthread_mutex_init(&b->lock, NULL);
	probe_all(b);
	buses.next = &b->all;
	pthread_create(&id[0], NULL, work, b);
	pthread_create(&id[1], NULL, work, b);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
