// SPDX-License-Identifier: MIT
/* A buffer of each thread, or a literal, is returned and passed on. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char *name_of(int n)
{
	static _Thread_local char buffer[32];

	if (n == 0)
		return "zero";
	buffer[0] = '#'; // NORACE
	snprintf(buffer + 1, sizeof(buffer) - 1, "%d", n); // NORACE
	return buffer;
}

static size_t length_of(const char *s)
{
	size_t n = 0;

	while (s[n]) // NORACE
		n++;
	return n;
}

static void *work(void *arg)
{
	const char *s = name_of((int)(size_t)arg);
	char copy[32];

	strcpy(copy, s); // NORACE
	copy[0] = 'x'; // NORACE
	return (void *)(length_of(s) + length_of(copy));
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, work, (void *)1);
	pthread_create(&t[1], NULL, work, (void *)2);
	work((void *)3);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
