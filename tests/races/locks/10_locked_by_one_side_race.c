// The array may have moved (realloc), so what the main thread works on has two names
// for memory. That it locks an element before it looks at it says that the element is
// shared; a thread that forgets the lock is shown.
#include <pthread.h>
#include <stdlib.h>

struct connection {
	long bytes;
	int state, tries;
	pthread_t id;
	pthread_mutex_t lock;
};

struct download {
	struct connection *conn;
	int n;
};

static void *setup(void *arg)
{
	struct connection *c = arg;

	c->state = 0; // RACE
	pthread_mutex_lock(&c->lock);
	c->bytes++; // NORACE
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

static struct download *make(int n)
{
	struct download *d = calloc(1, sizeof(*d));

	if (!d)
		exit(1);
	d->n = n;
	d->conn = calloc(n, sizeof(struct connection));
	if (!d->conn)
		exit(1);
	return d;
}

static void grow(struct download *d, int n)
{
	void *p = realloc(d->conn, n * sizeof(struct connection));

	if (!p)
		return;
	d->conn = p;
	d->n = n;
}

int main(int argc, char **argv)
{
	struct download *d = make(argc);
	int idle = 0;

	(void)argv;
	grow(d, argc + 1);
	for (int i = 0; i < d->n; i++) {
		pthread_mutex_init(&d->conn[i].lock, NULL);
		d->conn[i].state = 1;
		d->conn[i].tries = 0;
		if (pthread_create(&d->conn[i].id, NULL, setup, &d->conn[i]) != 0)
			return 1;
	}
	for (int i = 0; i < d->n; i++) {
		pthread_mutex_lock(&d->conn[i].lock);
		if (!d->conn[i].state) // RACE
			idle++;
		if (d->conn[i].bytes > 10) // NORACE
			idle++;
		d->conn[i].tries++; // NORACE
		pthread_mutex_unlock(&d->conn[i].lock);
	}
	return idle;
}
