// Whoever wants it starts one more, and nobody joins: the record is set up again while one runs.
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

	s->run(s->arg); // RACE
	return NULL;
}

static int start(struct service *s, void (*run)(void *), void *arg)
{
	s->run = run; // RACE
	s->arg = arg; // RACE
	return pthread_create(&s->id, NULL, begin, s);
}

static void print(void *arg)
{
	(void)arg;
}

static void want(void)
{
	pthread_mutex_lock(&lock);
	if (!start(&printer, print, NULL))
		running++;
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
	}
	return 0;
}
