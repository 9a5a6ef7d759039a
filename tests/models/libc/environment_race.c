// SPDX-License-Identifier: MIT
/* The string that putenv was given is part of the environment: getenv returns a pointer into it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char place[32] = "PLACE=here";
static size_t length;

static const char *look_up(const char *name)
{
	return getenv(name);
}

static void *run(void *arg)
{
	const char *p = look_up("PLACE");

	if (p && p[0] == 't') // RACE
		length = strlen(p); // RACE
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
