// SPDX-License-Identifier: MIT
/* What is found in an object is copied where others see it: what that leads to is
 * theirs from then on, and so is the object itself if it leads back there. */
#include <pthread.h>
#include <stdlib.h>

struct part {
	long n;
};

struct job {
	long number;
	struct part *part;
	struct job *self;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct part *last_part;
static struct job *last_job;

static void *look(void *arg)
{
	pthread_mutex_lock(&lock);
	if (last_part)
		last_part->n++; // RACE
	if (last_job)
		last_job->number++; // RACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static void note_part(const struct job *j)
{
	pthread_mutex_lock(&lock);
	last_part = j->part;
	pthread_mutex_unlock(&lock);
}

static void note_self(const struct job *j)
{
	pthread_mutex_lock(&lock);
	last_job = j->self;
	pthread_mutex_unlock(&lock);
}

static void publish_part(struct job *j)
{
	note_part(j);
	j->part->n = 2; // RACE
}

static void publish_self(struct job *j)
{
	note_self(j);
	j->number = 3; // RACE
}

int main(void)
{
	struct job *a = calloc(1, sizeof(*a)), *b = calloc(1, sizeof(*b));
	struct part *p = calloc(1, sizeof(*p));
	pthread_t t;

	if (!a || !b || !p)
		return 1;
	a->part = p;
	b->self = b;
	pthread_create(&t, NULL, look, NULL);
	publish_part(a);
	publish_self(b);
	pthread_join(t, NULL);
	return 0;
}
