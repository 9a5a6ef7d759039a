/* The table says which commands need the lock, and the entry is passed on to who calls the
 * function: only a command whose entry forgets to ask for the lock is called without it. */
#include <pthread.h>

struct command {
	int (*fn)(void);
	int locked;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int paths, maps, printed;

static int add_path(void)
{
	return paths++; // NORACE
}

static int add_map(void)
{
	return maps++; // RACE
}

static int help(void)
{
	return printed++; // NORACE
}

static struct command commands[] = {{add_path, 1}, {add_map, 0}, {help, 0}};

static int execute(struct command *c)
{
	return c->fn();
}

static void handle(struct command *c)
{
	if (c->locked) {
		pthread_mutex_lock(&m);
		execute(c);
		pthread_mutex_unlock(&m);
	} else {
		execute(c);
	}
}

static void *listen(void *a)
{
	for (int i = 0; i < 3; i++)
		handle(&commands[i]);
	return a;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, listen, NULL);
	pthread_mutex_lock(&m);
	paths++; // NORACE
	maps++; // RACE
	pthread_mutex_unlock(&m);
	return 0;
}
