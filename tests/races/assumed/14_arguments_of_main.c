// SPDX-License-Identifier: MIT
/* The strings that main is given are memory of nobody. */
#include <pthread.h>
#include <stdio.h>

static void *hide(void *arg)
{
	char **strings = arg;
	strings[0][0] = '*'; // FN 14: no object of the program is meant
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argc;
	pthread_create(&t, NULL, hide, argv);
	putchar(argv[0][0]); // FN 14: no object of the program is meant
	pthread_join(t, NULL);
	return 0;
}
