// SPDX-License-Identifier: MIT
// Flags of one or two bytes, and halves of larger ones: each is given before the write that it seems to announce.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static uint8_t full, level, mode;
static uint16_t state;
static atomic_uchar ready;
static union {
	uint64_t word;
	uint32_t half[2];
} both;
static unsigned step;
static int a, b, c, d, e, f, g;
static pthread_t other;
static uint8_t started;

static int found(const uint8_t *flag, int number)
{
	pthread_mutex_lock(&m);
	int is = *flag == number;
	pthread_mutex_unlock(&m);
	return is;
}

static void *give(void *arg)
{
	pthread_mutex_lock(&m);
	full = 0xff;
	state = 0xfffe;
	level = 0x90;
	both.word = UINT64_C(1) << 32;
	pthread_mutex_unlock(&m);
	atomic_store(&ready, 0xf0);
	a = b = c = d = e = 1; // RACE
	f = 1; // RACE
	pthread_mutex_lock(&m);
	step = 7;
	both.word = 0;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *take(void *arg)
{
	while (!found(&full, 0xff))
		;
	a++;	// RACE
	pthread_mutex_lock(&m);
	int is = state == 0xfffe, high = level >= 0x80, half = both.half[0] == 0;
	unsigned far = step;
	pthread_mutex_unlock(&m);
	if (is)
		b++;	// RACE
	if (high)
		c++;	// RACE
	if (half)
		d++;	// RACE
	while (!(atomic_load(&ready) & 0x80))
		;
	e++;	// RACE
	if (far - 1 >= 2) /* so it is when it is zero */
		f++;	// RACE
	return arg;
}

static void *count(void *arg)
{
	if (mode == 0xfe)
		g++;	// RACE
	return arg;
}

int main(void)
{
	pthread_t t[3];

	mode = 0xfe;
	pthread_create(&t[0], NULL, give, NULL);
	pthread_create(&t[1], NULL, take, NULL);
	pthread_create(&t[2], NULL, count, NULL);
	started = 0x80;
	pthread_create(&other, NULL, count, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	if (started < 0x80)
		pthread_join(other, NULL);
	return g;	// RACE
}
