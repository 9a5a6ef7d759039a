// SPDX-License-Identifier: MIT
/* A pointer that means a buffer of all or a string literal: nobody writes literals, so what
 * two threads do through such pointers meets only in the buffer. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char name[16];
static const char *names[] = {"none", "any"};

static char *pick(int own, char *buffer)
{
	return own ? buffer : (char *)names[0];
}

static void *rename_it(void *arg)
{
	char *p = pick(arg != NULL, name);
	*p = 'x'; // RACE
	return NULL;
}

static void *print(void *arg)
{
	char own[16] = "own";
	(void)own;
	const char *p = pick(arg != NULL, name);
	printf("%zu\n", strlen(p)); // RACE
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	pthread_create(&a, NULL, rename_it, argc > 1 ? argv : NULL);
	pthread_create(&b, NULL, print, argc > 1 ? argv : NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
