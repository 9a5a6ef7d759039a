// SPDX-License-Identifier: MIT
/* As in 28_state_by_setter_safe.c, but the state that is found does not tell. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum state { NEW, RUNNING, DONE };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define STATE(name)                                                                      \
	static enum state name##_state;                                                  \
	static int name;                                                                 \
	static enum state state_of_##name(void)                                          \
	{                                                                                \
		pthread_mutex_lock(&lock);                                               \
		enum state s = name##_state;                                             \
		pthread_mutex_unlock(&lock);                                             \
		return s;                                                                \
	}                                                                                \
	static int is_##name(enum state s)                                               \
	{                                                                                \
		pthread_mutex_lock(&lock);                                               \
		int is = name##_state == s;                                              \
		pthread_mutex_unlock(&lock);                                             \
		return is;                                                               \
	}                                                                                \
	static void set_##name(enum state s)                                             \
	{                                                                                \
		pthread_mutex_lock(&lock);                                               \
		name##_state = s;                                                        \
		pthread_mutex_unlock(&lock);                                             \
	}

/* It is set before. */
STATE(early)
static void *do_early(void *arg)
{
	set_early(DONE);
	early = 1; // RACE
	return arg;
}

/* It is waited for another one. */
STATE(other)
static void *do_other(void *arg)
{
	set_other(RUNNING);
	other = 1; // RACE
	set_other(DONE);
	return arg;
}

/* Somebody sets whatever he was given. */
STATE(any)
static int number;
static void *do_any(void *arg)
{
	any = 1; // RACE
	set_any(DONE);
	return arg;
}
static void *set_anything(void *arg)
{
	set_any(number);
	return arg;
}

/* Somebody else says it as well. */
STATE(both)
static void *do_both(void *arg)
{
	both = 1; // RACE
	set_both(DONE);
	return arg;
}
static void *give_up(void *arg)
{
	set_both(DONE);
	return arg;
}

/* The atomic says nothing of what was done before. */
static atomic_int phase;
static int relaxed;
static int is_phase(int p)
{
	return atomic_load_explicit(&phase, memory_order_acquire) == p;
}
static void set_phase(int p)
{
	atomic_store_explicit(&phase, p, memory_order_relaxed);
}
static void *do_relaxed(void *arg)
{
	relaxed = 1; // RACE
	set_phase(2);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t[6], r;
	int sum = 0;

	(void)argv;
	number = argc;
	pthread_create(&t[0], NULL, do_early, NULL);
	pthread_create(&t[1], NULL, do_other, NULL);
	pthread_create(&t[2], NULL, do_any, NULL);
	pthread_create(&t[3], NULL, do_both, NULL);
	pthread_create(&t[4], NULL, set_anything, NULL);
	pthread_create(&t[5], NULL, give_up, NULL);
	pthread_create(&r, NULL, do_relaxed, NULL);
	while (!is_early(DONE))
		sched_yield();
	sum += early; // RACE
	while (!is_other(RUNNING))
		sched_yield();
	sum += other; // RACE
	while (state_of_any() != DONE)
		sched_yield();
	sum += any; // RACE
	while (state_of_both() != DONE)
		sched_yield();
	sum += both; // RACE
	while (!is_phase(2))
		sched_yield();
	sum += relaxed; // RACE
	for (int i = 0; i < 6; i++)
		pthread_join(t[i], NULL);
	pthread_join(r, NULL);
	return sum;
}
