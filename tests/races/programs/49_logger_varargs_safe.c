// SPDX-License-Identifier: MIT
/* A printf-like logger that formats into a shared buffer. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char line[128];
static unsigned sequence;

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	pthread_mutex_lock(&m);
	sequence++; // NORACE
	vsnprintf(line, sizeof(line), format, list); // NORACE
	pthread_mutex_unlock(&m);
	va_end(list);
}

static void *worker(void *arg)
{
	note("worker %d of %d", 1, 2);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
