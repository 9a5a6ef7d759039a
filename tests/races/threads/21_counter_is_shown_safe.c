// SPDX-License-Identifier: MIT
/* The address of the counter goes to a function that reads it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int d;
static void show(const int *p)
{
	printf("%d\n", *p);
}

static void *w(void *a)
{
	return (void *)(long)d; // NORACE
}

int main(void)
{
	pthread_t t[8];
	int n;
	for (n = 0; n < 8; n++) {
		pthread_create(&t[n], 0, w, 0);
		show(&n);
	}
	for (n = 0; n < 8; n++)
		pthread_join(t[n], 0);
	d = 2; // NORACE
	return 0;
}
