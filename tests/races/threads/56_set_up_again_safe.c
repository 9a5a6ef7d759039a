// A service that any thread may ask for: who finds it not there sets it up and creates its thread. The
// id is in the record, and it is joined by that before it is set up again.
#include <pthread.h>
#include <stdlib.h>

struct service {
	pthread_t id;
	void (*run)(void *);
	void *arg;
};

static struct service printer;
static int running;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *begin(void *arg)
{
	struct service *s = arg;

	s->run(s->arg); // NORACE
	return NULL;
}

static int start(struct service *s, void (*run)(void *), void *arg)
{
	s->run = run; // NORACE
	s->arg = arg; // NORACE
	return pthread_create(&s->id, NULL, begin, s);
}

static void stop(struct service *s)
{
	pthread_join(s->id, NULL); // NORACE
}

static void print(void *arg)
{
	(void)arg;
}

static void want(void)
{
	pthread_mutex_lock(&lock);
	if (!running && !start(&printer, print, NULL))
		running = 1;
	pthread_mutex_unlock(&lock);
}

static void *client(void *arg)
{
	want();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	while (argc--) {
		pthread_create(&id, NULL, client, NULL);
		want();
		pthread_join(id, NULL);
		pthread_mutex_lock(&lock);
		if (running)
			stop(&printer);
		running = 0;
		pthread_mutex_unlock(&lock);
	}
	return 0;
}
