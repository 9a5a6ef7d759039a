// SPDX-License-Identifier: MIT
/* Memory from a function that is part of a recursion (it reports errors, which needs
 * memory as well): each call gives its own. One of
 * them is shown to the other thread. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
	int number;
	char text[16];
};

static struct job *last;

static void report(int number);

static struct job *job_new(int number)
{
	struct job *j = malloc(sizeof(*j));

	if (!j || number > 1000)
		report(number / 2);
	j->number = number; // NORACE
	return j;
}

static void report(int number)
{
	struct job *j = job_new(number);

	snprintf(j->text, sizeof(j->text), "%d", number); // NORACE
	puts(j->text);
	free(j);
}

static void *work(void *arg)
{
	struct job *j = job_new(1);
	struct job *other = last; // RACE

	last = j; // RACE
	if (other)
		other->number++; // RACE
	j->number++; // RACE
	report(j->number); // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return last ? last->number : 0; // NORACE
}
