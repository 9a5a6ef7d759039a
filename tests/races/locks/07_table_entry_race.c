// SPDX-License-Identifier: MIT
/*
 * The twin: the entry says that it is called without.
 */
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void counts(void)
{
	count++; // RACE
}

static void does_not(void)
{
}

#define LOCKED 4
struct command {
	const char *name;
	void (*run)(void);
	unsigned flags;
};
static const struct command commands[] = {{"count", counts, 3}, {"idle", does_not, 5}};

static const struct command *find(const char *name)
{
	for (unsigned i = 0; i < 2; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static void run_command(const char *name)
{
	const struct command *c = find(name);

	if (!c)
		return;
	if (c->flags & LOCKED)
		pthread_mutex_lock(&lock);
	c->run();
	if (c->flags & LOCKED)
		pthread_mutex_unlock(&lock);
}

struct hook {
	int unlocked;
	void (*run)(void);
};
static struct hook hooks[] = {{0, counts}, {1, does_not}, {0, NULL}};

static void run_hooks(void)
{
	for (struct hook *h = hooks; h->run; h++) {
		if (h->unlocked) {
			h->run();
		} else {
			pthread_mutex_lock(&lock);
			h->run();
			pthread_mutex_unlock(&lock);
		}
	}
}

enum kind { PLAIN, GUARDED };
static struct {
	void (*run)(void);
	enum kind kind;
} steps[] = {{counts, GUARDED}, {does_not, PLAIN}};

static void run_step(unsigned i)
{
	switch (steps[i & 1].kind) {
	case PLAIN:
		steps[i & 1].run();
		break;
	case GUARDED:
		pthread_mutex_lock(&lock);
		steps[i & 1].run();
		pthread_mutex_unlock(&lock);
		break;
	}
}

static void *work(void *arg)
{
	for (unsigned i = 0; i < 9; i++) {
		run_command(i & 1 ? "count" : "idle");
		run_hooks();
		run_step(i);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	count++; // RACE
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return 0;
}
