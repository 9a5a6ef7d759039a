// SPDX-License-Identifier: MIT
// Numbers of every size that never change: which side of the test happens.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct sizes {
	unsigned char byte;
	signed char small;
	unsigned short half;
	unsigned word;
	int minus;
	bool yes;
	unsigned long all;
};

static struct sizes first = {200, -3, 65535, 4294967295u, -1, true, 18446744073709551615ul};
static int never, always_byte, always_small, always_half, always_word, always_minus, always_yes, always_all;
static int cased;

static void work(const struct sizes *s)
{
	if (s->byte != 200 || s->byte < 128 || s->small > -3 || s->half != 65535 || s->word < 5 || s->minus != -1)
		never++;	// NORACE
	if (!s->yes || s->all < 7)
		never++;	// NORACE
	if (s->byte == 200)
		always_byte++;	// RACE
	if (s->small < 0)
		always_small++;	// RACE
	if (s->half > 65534)
		always_half++;	// RACE
	if (s->word == 4294967295u)
		always_word++;	// RACE
	if (s->minus < 0)
		always_minus++;	// RACE
	if (s->yes)
		always_yes++;	// RACE
	if (s->all > 7)
		always_all++;	// RACE
	switch (s->byte) {
	case 1:
		never++;	// NORACE
		break;
	case 200:
		cased++;	// RACE
		break;
	default:
		never++;	// NORACE
	}
}

static void *run(void *arg)
{
	work(arg);
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, run, &first);
	work(&first);
	pthread_join(t, NULL);
	return 0;
}
