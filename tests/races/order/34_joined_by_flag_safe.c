/* A flag says whether there is a thread to join: in a struct, as a global, set before or after the
 * creation, asked the other way round or by a helper, cleared after the join. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum state { NONE, OWN, OTHER };

struct client {
	char threaded;
	pthread_t id;
	int x, y;
};

static void *work(void *a)
{
	struct client *c = a;

	c->x++; // NORACE
	c->y++; // NORACE
	return NULL;
}

static int start(struct client *c)
{
	if (!c || c->threaded != NONE)
		return 1;
	c->threaded = OWN;
	return pthread_create(&c->id, NULL, work, c);
}

static int stop(struct client *c)
{
	if (!c || c->threaded != OWN)
		return 1;
	pthread_join(c->id, NULL);
	c->threaded = NONE;
	return 0;
}

static void destroy(struct client *c)
{
	if (!c)
		return;
	if (c->threaded == OWN && !pthread_equal(c->id, pthread_self())) {
		pthread_cancel(c->id);
		pthread_join(c->id, NULL);
		c->threaded = NONE;
	}
	c->x = 0; // NORACE
}

/* ---- set after the creation, a global, asked by a helper ---- */

static struct {
	bool running;
	pthread_t id;
	int n;
} timer;

static void *tick(void *a)
{
	timer.n++; // NORACE
	return a;
}

static void timer_start(void)
{
	if (pthread_create(&timer.id, NULL, tick, NULL) == 0)
		timer.running = true;
}

static bool timer_runs(void)
{
	return timer.running;
}

static void timer_stop(void)
{
	if (!timer_runs())
		return;
	pthread_join(timer.id, NULL);
	timer.running = false;
}

int main(int argc, char **argv)
{
	struct client *c = calloc(1, sizeof(*c));

	if (!c)
		return 1;
	if (argc > 1)
		start(c);
	if (argc > 2)
		timer_start();
	if (argc > 3)
		stop(c);
	timer_stop();
	timer.n = 0; // NORACE
	destroy(c);
	c->y = 0; // NORACE
	free(c); // NORACE
	return argv == NULL;
}
