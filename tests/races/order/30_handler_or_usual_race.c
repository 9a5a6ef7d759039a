// SPDX-License-Identifier: MIT
/* The mount is touched while its handler is there; what the usual handler does may happen from the
 * first call on; the thread that was asked for runs. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

typedef void handler(int);

static int mounted, asked, made;

static void usual(int number)
{
	(void)number;
	asked++; // RACE
}

static void unmount(int number)
{
	(void)number;
	mounted = 0; // RACE
}

static handler *pick(handler *given)
{
	return given ? given : usual;
}

static void install(handler *given)
{
	struct sigaction action = {.sa_handler = pick(given)};
	if (given == NULL)
		action.sa_flags = SA_RESTART;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

static void mount(int n)
{
	mounted = n; // NORACE
	install(unmount);
	mounted += 2; // RACE
	install(NULL);
}

static void *idle(void *arg)
{
	return arg;
}

static void *make(void *arg)
{
	made++; // RACE
	return arg;
}

static pthread_t start(void *(*run)(void *))
{
	pthread_t id;
	void *(*entry)(void *);
	if (run == NULL)
		entry = idle;
	else
		entry = run;
	pthread_create(&id, NULL, entry, NULL);
	return id;
}

int main(int argc, char **argv)
{
	(void)argv;
	asked = 1; // NORACE
	install(NULL);
	mount(argc);
	asked++; // RACE
	pthread_t first = start(make);
	made = 1; // RACE
	pthread_join(first, NULL);
	return made;
}
