// SPDX-License-Identifier: MIT
// As its racy twin, but the functions are in memory that no unknown function has, are called
// only by a known one, or do nothing that could race.
// RUN: --all
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

struct service {
	void (*serve)(void);
	struct service *next;
};
extern void add_service(struct service *);
extern struct service *new_service(int);
extern void run_services(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int served, kept, guarded, earlier, written_out;

static void serve(void)
{
	served++; // NORACE: nobody has it
}

static void keep(void)
{
	kept++; // NORACE
}

static void guard(void)
{
	pthread_mutex_lock(&lock);
	guarded++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void look(void)
{
	if (earlier) // NORACE: before it was given
		run_services();
}

static void write_out(void)
{
	written_out++; // NORACE: a known function has it, and calls nothing
}

static struct service out = {write_out, NULL};
static struct service unused = {serve, NULL}, mine, guards, looks;
static struct service *own = &mine;

static void take(struct service *s)
{
	own = s;
	own->serve = keep;
}

int main(void)
{
	struct service *s = new_service(3);

	take(own);
	unused.next = s;
	guards.serve = guard;
	looks.serve = look;
	add_service(&guards);
	earlier = 1; // NORACE
	add_service(&looks);
	pthread_mutex_lock(&lock);
	guarded++; // NORACE
	pthread_mutex_unlock(&lock);
	fwrite(&out, sizeof(out), 1, stdout);
	written_out++; // NORACE
	return 0;
}
