// SPDX-License-Identifier: MIT
/* The string that putenv was given is part of the environment: getenv returns a pointer into it. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char place[32] = "PLACE=here";
static size_t length;

char *__secure_getenv(const char *name);

static const char *look_up(const char *name)
{
	return getenv(name);
}

static void *run(void *arg)
{
	const char *p = look_up("PLACE");

	if (p && p[0] == 't') // RACE
		length = strlen(p); // RACE
	p = secure_getenv("PLACE");
	if (p && p[1] == 'h') // RACE
		length = 2;
	p = __secure_getenv("PLACE");
	if (p && p[2] == 'e') // RACE
		length = 3;
	return arg;
}

int main(void)
{
	pthread_t t;

	putenv(place);
	pthread_create(&t, NULL, run, NULL);
	memcpy(place + 6, "there", 6); // RACE
	pthread_join(t, NULL);
	return (int)length;
}
