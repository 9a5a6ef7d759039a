// SPDX-License-Identifier: MIT
/* All but the first are joined. */
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
		if (pthread_create(&t[n], 0, w, 0))
			break;
	for (int i = 1; i < n; i++)
		pthread_join(t[i], 0);
	d = 2; // RACE
	return 0;
}
