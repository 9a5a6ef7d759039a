// SPDX-License-Identifier: MIT
/* An entry of a table says whether its function wants the lock. It is passed on: by number, through
 * two functions, in a struct of the client, with the flag the other way round; and the lock is
 * taken and given back around one call. */
#include <pthread.h>
#include <stddef.h>

struct command {
	const char *name;
	int (*fn)(int);
	int flags;
};
enum { WANTS_LOCK = 2 };

struct task {
	int unlocked;
	void (*run)(struct task *);
};

struct client {
	const struct command *command;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int paths, maps, timers, helped;

static int add_path(int n)
{
	return paths += n; // NORACE
}

static int add_map(int n)
{
	return maps += n; // NORACE
}

static int help(int n)
{
	return helped += n; // NORACE
}

static const struct command commands[] = {
	{"path", add_path, WANTS_LOCK}, {"map", add_map, WANTS_LOCK}, {"help", help, 1}};

static void tick(struct task *t)
{
	timers++; // NORACE
	(void)t;
}

static void idle(struct task *t)
{
	helped++; // NORACE
	(void)t;
}

static struct task tasks[] = {{0, tick}, {1, idle}};

static int call(const struct command *c, int n)
{
	return c->fn(n);
}

static int execute(struct client *c)
{
	return call(c->command, c->n);
}

static void handle(struct client *c)
{
	if (c->command->flags & WANTS_LOCK) {
		pthread_mutex_lock(&m);
		execute(c);
		pthread_mutex_unlock(&m);
	} else {
		execute(c);
	}
}

static void run_number(int i)
{
	tasks[i].run(&tasks[i]);
}

static void run_task(int i)
{
	if (!tasks[i].unlocked)
		pthread_mutex_lock(&m);
	run_number(i);
	if (!tasks[i].unlocked)
		pthread_mutex_unlock(&m);
}

static void *listen(void *a)
{
	struct client client = {NULL, 1};

	for (size_t i = 0; i < 3; i++) {
		client.command = &commands[i];
		handle(&client);
	}
	run_task(client.n);
	run_task(client.n + 1);
	return a;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, listen, NULL);
	pthread_mutex_lock(&m);
	paths++; // NORACE
	maps++; // NORACE
	timers++; // NORACE
	pthread_mutex_unlock(&m);
	return 0;
}
