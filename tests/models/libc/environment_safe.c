// SPDX-License-Identifier: MIT
/* What getenv returns is only read while threads run; and a string that is not the one which was
 * given to putenv is none of the environment. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char place[32] = "PLACE=here", other[32];
static size_t length;

static void *run(void *arg)
{
	const char *p = getenv("PLACE");

	if (p && p[0] == 't') // NORACE
		length = strlen(p); // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;

	memcpy(place + 6, "there", 6); // NORACE
	putenv(place);
	pthread_create(&t, NULL, run, NULL);
	memcpy(other, "there", 6); // NORACE
	pthread_join(t, NULL);
	place[6] = 0; // NORACE
	return (int)length;
}
