// SPDX-License-Identifier: MIT
/* One function goes over all lines, and calls what it is given. The thread gives it one of
 * two functions, chosen before; main another one, which counts its lines in plain memory. */
#include <pthread.h>
#include <string.h>

typedef int handler(void *data, const char *line);

static int settings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int short_ones, long_ones;

static int set_option(void *data, const char *line)
{
	(void)data;
	settings += line[0] == '='; // NORACE
	return 0;
}

static int count_short(void *data, const char *line)
{
	pthread_mutex_lock(&lock);
	short_ones += strlen(line) < *(const size_t *)data; // NORACE
	pthread_mutex_unlock(&lock);
	return 0;
}

static int count_long(void *data, const char *line)
{
	pthread_mutex_lock(&lock);
	long_ones += strlen(line) > *(const size_t *)data; // NORACE
	pthread_mutex_unlock(&lock);
	return 0;
}

static int for_each_line(const char *const *lines, int n, handler *handle, void *data)
{
	for (int i = 0; i < n; i++) {
		int rc = handle(data, lines[i]);
		if (rc)
			return rc;
	}
	return 0;
}

static int for_each_file(const char *const *lines, handler *handle, void *data)
{
	return for_each_line(lines, 2, handle, data);
}

static const char *const text[] = {"a", "=b"};

static void *work(void *arg)
{
	size_t limit = 3;
	handler *handle = count_short;

	if (arg)
		handle = count_long;
	for_each_file(text, handle, &limit);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, &a);
	for_each_file(text, set_option, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return settings + short_ones + long_ones;
}
