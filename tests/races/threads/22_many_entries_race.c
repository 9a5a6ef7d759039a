/* SPDX-License-Identifier: MIT */
/* A table of 91 functions, any of which a thread may be started with: the last one
 * counts as much as the first. */
#include <pthread.h>
#include <stdlib.h>

typedef void *entry_function(void *);

static int idle[100], last;

#define ENTRY(n)                                   \
	static void *entry_##n(void *argument)     \
	{                                          \
		return argument ? &idle[n] : NULL; \
	}
#define TEN(x) x(0) x(1) x(2) x(3) x(4) x(5) x(6) x(7) x(8) x(9)
#define TENS(n) \
	ENTRY(1##n) ENTRY(2##n) ENTRY(3##n) ENTRY(4##n) ENTRY(5##n) ENTRY(6##n) \
	ENTRY(7##n) ENTRY(8##n) ENTRY(9##n)
#define NAMES(n) \
	entry_1##n, entry_2##n, entry_3##n, entry_4##n, entry_5##n, entry_6##n, entry_7##n, \
	entry_8##n, entry_9##n,

TEN(TENS)

static void *entry_last(void *argument)
{
	last++; // RACE
	return argument;
}

static entry_function *const entries[] = {TEN(NAMES) entry_last};

int main(int argc, char **argv)
{
	pthread_t a, b;
	int i = argc > 1 ? abs(atoi(argv[1])) % 91 : 90;
	pthread_create(&a, NULL, entries[i], NULL);
	pthread_create(&b, NULL, entries[i], NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return last; // NORACE
}
