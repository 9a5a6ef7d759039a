// SPDX-License-Identifier: MIT
/* A module registers functions as untyped pointers; one of them starts a thread. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
typedef int (*init_fn)(void); typedef void (*read_fn)(void *);
struct entry { struct entry *next; char name[16]; int type; void *fn; };
static struct entry *list;
static void add(int type, const char *name, void *fn)
{
	struct entry *e = malloc(sizeof *e);
	strncpy(e->name, name, 15);
	e->type = type;
	e->fn = fn;
	e->next = list;
	list = e;
}
static int samples, total;
static void *poller(void *arg)
{
	(void)arg;
	samples++; // RACE
	return 0;
}
static int cpu_init(void)
{
	pthread_t t;
	if (pthread_create(&t, 0, poller, 0))
		return -1;
	return pthread_detach(t);
}
static void cpu_read(void *p) { (void)p; total += samples; } // RACE
void module_register(void)
{
	add(1, "cpu", (void *)cpu_init);
	add(2, "cpu", (void *)cpu_read);
}
static void each(int type)
{
	for (struct entry *e = list; e; e = e->next)
		if (e->type == type) {
			if (type == 1)
				((init_fn)e->fn)();
			else
				((read_fn)e->fn)(e);
		}
}
int main(void)
{
	module_register();
	each(1);
	each(2);
	return total;
}
