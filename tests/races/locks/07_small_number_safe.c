// SPDX-License-Identifier: MIT
// As 07_small_number_race.c: the lock is taken where the number says so, or what the other case does never happens.
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
	if (level >= 0x80)
		pthread_mutex_lock(&m);
	if (level >= 0x80)
		a++;	// NORACE
	if (level >= 0x80)
		pthread_mutex_unlock(&m);
}

static void by_member(const struct request *r)
{
	if (r->level == 100)
		b++;	// NORACE
	switch (r->how) {
	case 0x7ffe:
		c++;	// NORACE
		break;
	default:
		break;
	}
}

static void by_part(unsigned flags)
{
	uint8_t part = (uint8_t)flags;

	if ((uint8_t)flags)
		pthread_mutex_lock(&m);
	if (part)
		d++;	// NORACE
	if (part)
		pthread_mutex_unlock(&m);
}

static void by_sign(unsigned char letter)
{
	if (letter == 0xc3)
		pthread_mutex_lock(&m);
	if ((char)letter == (char)0xc3)
		e++;	// NORACE
	if (letter == 0xc3)
		pthread_mutex_unlock(&m);
}

static void by_variable(void)
{
	if (limit < 200 || most < 60000)
		f++;	// NORACE
}

static void *work(void *arg)
{
	struct request r;

	r.level = 200;
	r.how = (int16_t)0xfffe;
	by_level(0x81);
	by_level((uint8_t)(uintptr_t)arg);
	by_member(&r);
	by_part((unsigned)(uintptr_t)arg);
	by_sign((unsigned char)(uintptr_t)arg);
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
