// SPDX-License-Identifier: MIT
/* A wrapper installs the handler that it is given, or the usual one: that of the mount is there
 * from one call to the other. Likewise a thread. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

typedef void handler(int);

static int mounted, made;
static volatile sig_atomic_t quit;

static void usual(int number)
{
	(void)number;
	quit = 1; // NORACE
}

static void unmount(int number)
{
	(void)number;
	mounted = 0; // NORACE
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
}

static void mount(int n)
{
	mounted = n; // NORACE
	install(unmount);
	raise(SIGINT);
	install(NULL);
	mounted += 2; // NORACE
}

static void *idle(void *arg)
{
	return arg;
}

static void *make(void *arg)
{
	made++; // NORACE
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
	install(NULL);
	mount(argc);
	pthread_t first = start(NULL);
	made = 1; // NORACE
	pthread_join(first, NULL);
	pthread_t second = start(make);
	pthread_join(second, NULL);
	return made + quit; // NORACE
}
