// SPDX-License-Identifier: MIT
/* Numbers that come from assembly may be anything. */
#include <pthread.h>
static int features, users;
static int detect(void)
{
	unsigned a = 1, b = 0, c = 0, d = 0;
	__asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
	return (d >> 26) & 1 ? 2 : 1;
}
static void *thr(void *arg)
{
	(void)arg;
	if (detect() == 2)
		features |= 4; // RACE
	else
		users++; // RACE
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, thr, 0);
	pthread_create(&b, 0, thr, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return features + users;
}
