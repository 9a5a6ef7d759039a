// SPDX-License-Identifier: MIT
/* Another thread may set the flag before what it stands for is there. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int phase; static int table[4];
static void *filler(void *a) { (void)a; table[1] = 9; atomic_store(&phase, 2); return 0; } // RACE
static void *helper(void *a) { (void)a; if (atomic_load(&phase) == 0) atomic_store(&phase, 2); return 0; }
static void *user(void *a)
{
	(void)a;
	while (atomic_load(&phase) != 2)
		;
	return (void *)(long)table[1]; // RACE
}
int main(void)
{
	pthread_t t[3];
	pthread_create(&t[0], 0, filler, 0);
	pthread_create(&t[1], 0, helper, 0);
	pthread_create(&t[2], 0, user, 0);
	for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
	return 0;
}
