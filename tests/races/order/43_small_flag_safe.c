// SPDX-License-Identifier: MIT
// As 43_small_flag_race.c: what is announced was done before.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static uint8_t full, mode;
static uint16_t state;
static atomic_uchar ready, level;
static int a, b, c, e, g;
static pthread_t other;
static uint8_t started;

static int found(void)
{
	pthread_mutex_lock(&m);
	int is = full == 0xff;
	pthread_mutex_unlock(&m);
	return is;
}

static void *give(void *arg)
{
	a = b = c = e = 1;	// NORACE
	pthread_mutex_lock(&m);
	full = 0xff;
	state = 0xfffe;
	pthread_mutex_unlock(&m);
	atomic_store(&level, 0x90);
	atomic_store(&ready, 0xf0);
	return arg;
}

static void *take(void *arg)
{
	while (!found())
		;
	a++;	// NORACE
	pthread_mutex_lock(&m);
	int is = state == 0xfffe;
	pthread_mutex_unlock(&m);
	if (is)
		b++;	// NORACE
	while (atomic_load(&level) < 0x80)
		;
	c++;	// NORACE
	while (!(atomic_load(&ready) & 0x80))
		;
	e++;	// NORACE
	return arg;
}

static void *count(void *arg)
{
	if (mode == 0xfe)
		g++;	// NORACE
	return arg;
}

static void *count_else(void *arg)
{
	if (mode == 3)
		g++;	// NORACE
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t[4];

	(void)argv;
	mode = (uint8_t)argc;
	pthread_create(&t[0], NULL, give, NULL);
	pthread_create(&t[1], NULL, take, NULL);
	pthread_create(&t[2], NULL, count_else, NULL);
	if (argc > 1) {
		started = 0x80;
		pthread_create(&other, NULL, count, NULL);
	}
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	if (started >= 0x80)
		pthread_join(other, NULL);
	return g;	// NORACE
}
