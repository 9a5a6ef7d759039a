// SPDX-License-Identifier: MIT
/* printf("%s") reads what it prints; printf("%p") does not. */
#include <pthread.h>
#include <stdio.h>

static char status[16] = "idle";

static void *changer(void *arg)
{
	status[0] = 'I'; // RACE
	return arg;
}

static void *printer(void *arg)
{
	printf("%s\n", status); // RACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, changer, NULL);
	pthread_create(&second, NULL, printer, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
