// SPDX-License-Identifier: MIT
/* A library function writes the counter. */
// TSAN: misses, nothing is there to be read
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int d;
int n;
static pthread_t t[8];

static void *w(void *a)
{
	return (void *)(long)d; // RACE
}

int main(void)
{
	for (n = 0; n < 8; n++)
		pthread_create(&t[n], 0, w, 0);
	for (n = 0; n < 8; n++) {
		pthread_join(t[n], 0);
		scanf("%d", &n);
	}
	d = 2; // RACE
	return 0;
}
