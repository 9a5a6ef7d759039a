// SPDX-License-Identifier: MIT
#include <stddef.h>
#include "dict.h"

static void *writer(void *arg)
{
	struct dict *d = arg;
	unsigned i;

	for (i = 0; i < 20; i++)
		dict_set(d, i, (int)i);
	for (i = 0; i < 10; i++)
		dict_remove(d, i);
	return NULL;
}

static void *reader(void *arg)
{
	struct dict *d = arg;
	unsigned i;
	int value = 0, found = 0;

	for (i = 0; i < 20; i++)
		found += dict_get(d, i, &value);
	return found + dict_longest(d) < 0 ? arg : NULL;
}

int main(void)
{
	struct dict *d = dict_new();
	pthread_t first, second;

	pthread_create(&first, NULL, writer, d);
	pthread_create(&second, NULL, reader, d);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
