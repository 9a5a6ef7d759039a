// SPDX-License-Identifier: MIT
/* What is stored through one name is found by the other: a parameter and a member, a byte of a word. */
#include <pthread.h>

struct options {
	int mode, on;
};

static int total, bytes;

static void run(struct options *o, int *flag)
{
	o->on = 0;
	*flag = 1;
	if (o->on)
		total++; // RACE
}

static void *worker(void *arg)
{
	struct options o;
	int word = 0;

	run(&o, &o.on);
	((char *)&word)[3] = 1;
	if (word)
		bytes++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total;
}
