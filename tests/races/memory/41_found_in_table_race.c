// SPDX-License-Identifier: MIT
/* What was put into a table is changed through the table. */
#include <pthread.h>

struct options {
	int mode, on;
};

static struct options *table[8];
static int total;

static void enlist(struct options *o, int i)
{
	table[i] = o; // RACE
}

static void *worker(void *arg)
{
	int i = (int)(long)arg;
	struct options o = {0, 0};

	enlist(&o, i);
	o.on = 0;	       // RACE
	table[i & 7]->on = 1;  // RACE
	if (o.on)	       // RACE
		total++;       // RACE
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
