// SPDX-License-Identifier: MIT
/* As 61_entry_passed_on_safe.c, but the entry of 'map' does not ask for the lock, one caller does
 * not look at the entry before it passes it on, and who looks at one entry calls another. */
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
	return paths += n; // RACE
}

static int add_map(int n)
{
	return maps += n; // RACE
}

static int help(int n)
{
	return helped += n; // NORACE
}

static const struct command commands[] = {
	{"path", add_path, WANTS_LOCK}, {"map", add_map, 4}, {"help", help, 1}};

static void tick(struct task *t)
{
	timers++; // RACE
	(void)t;
}

static void idle(struct task *t)
{
	helped++; // NORACE
	(void)t;
}

static struct task tasks[] = {{0, tick}, {1, idle}, {0, tick}};

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
	run_number(i + 1);
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
	client.command = &commands[0];
	execute(&client);
	run_task(client.n);
	run_task(client.n + 1);
	return a;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, listen, NULL);
	pthread_mutex_lock(&m);
	paths++; // RACE
	maps++; // RACE
	timers++; // RACE
	pthread_mutex_unlock(&m);
	return 0;
}
