// SPDX-License-Identifier: MIT
/* const data never races, nor do string literals. */
#include <pthread.h>
#include <string.h>

struct month {
	const char *name;
	int days;
};

static const struct month months[] = { { "January", 31 }, { "February", 28 } };

static int days(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(months) / sizeof(months[0]); i++)
		if (!strcmp(months[i].name, name)) // NORACE
			return months[i].days; // NORACE
	return 0;
}

static void *worker(void *arg)
{
	return days("February") == 28 ? NULL : arg; // NORACE
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
