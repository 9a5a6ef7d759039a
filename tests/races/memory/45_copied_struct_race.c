// SPDX-License-Identifier: MIT
/* A struct with a pointer to a local is copied into a global one by memcpy. */
#include <pthread.h>
#include <string.h>

struct view {
	const char *name;
	int *at;
};

static struct view shown;

static void show(const struct view *v)
{
	memcpy(&shown, v, sizeof(shown));
}

static void *work(void *arg)
{
	*shown.at = 1; // RACE
	return arg;
}

int main(void)
{
	pthread_t t;
	int local = 0, other = 0;
	struct view v = { "local", &local }, w = { "other", &other };

	show(&v);
	pthread_create(&t, NULL, work, NULL);
	*v.at = 2; // RACE
	*w.at = 3; // NORACE
	pthread_join(t, NULL);
	return local + other;
}
