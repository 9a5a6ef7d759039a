// SPDX-License-Identifier: MIT
/* A thread that is created before main begins. */
#include <pthread.h>
static int boot;
static void *bg(void *a) { (void)a; boot |= 2; return 0; } // RACE
static void early(void)
{
	pthread_t t;
	pthread_create(&t, 0, bg, 0);
}
typedef void (*initcall)(void);
static initcall go __attribute__((section(".init_array"), used)) = early;
int main(void)
{
	boot |= 1; // RACE
	return boot; // RACE
}
