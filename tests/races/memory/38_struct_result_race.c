// SPDX-License-Identifier: MIT
/* A large struct is returned through two functions. */
#include <pthread.h>
#include <stdlib.h>
struct view { int ok; long *data; long n; char pad[40]; };
static long table[8];
static struct view look(int i)
{
	struct view v = {0};
	if (i < 8) {
		v.data = &table[i];
		v.n = 1;
		v.ok = 1;
	}
	return v;
}
static struct view look_again(int i)
{
	return look(i + 1);
}
static void *thr(void *arg)
{
	struct view v = look_again(atoi(arg));
	if (v.ok)
		v.data[0] += v.n; // RACE
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, thr, "1");
	pthread_create(&b, 0, thr, "1");
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
