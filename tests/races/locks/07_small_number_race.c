// SPDX-License-Identifier: MIT
// Conditions on numbers of one or two bytes: 200 in an unsigned char is not negative, and what is left of a larger
// number is zero though that is not. Each takes the lock in the wrong case.
#include <pthread.h>
#include <stdint.h>

struct request {
	uint8_t level;
	int16_t how;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b, c, d, e, f;
static uint8_t limit = 250;
static uint16_t most = 65000;

static void by_level(uint8_t level)
{
	if (level < 0x80)
		pthread_mutex_lock(&m);
	a++;	// RACE
	if (level < 0x80)
		pthread_mutex_unlock(&m);
}

static void by_member(const struct request *r)
{
	if (r->level == 200)
		b++;	// RACE
	switch (r->how) {
	case -2:
		c++;	// RACE
		break;
	default:
		break;
	}
}

static void by_part(unsigned flags)
{
	if ((uint8_t)flags)
		pthread_mutex_lock(&m);
	if (flags)
		d++;	// RACE
	if ((uint8_t)flags)
		pthread_mutex_unlock(&m);
}

static void by_sign(char letter)
{
	if (letter < 0 && (unsigned char)letter >= 0xc0)
		e++;	// RACE
}

static void by_variable(void)
{
	if (limit > 200 && most > 60000)
		f++;	// RACE
}

static void *work(void *arg)
{
	struct request r = {200, (int16_t)0xfffe};

	by_level(0x81);
	by_member(&r);
	by_part(0x100);
	by_sign((char)(uintptr_t)arg);
	by_variable();
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, work, (void *)0xc3);
	pthread_create(&t[1], NULL, work, (void *)0xe2);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
