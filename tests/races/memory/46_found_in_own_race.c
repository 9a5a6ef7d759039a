// SPDX-License-Identifier: MIT
/*
 * The twin: the buffer that is read from is one for all jobs, the name is stored twice.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	char *bytes;
	int used;
};

struct job {
	char *name;
	struct buffer *in, *out;
	int fd;
};

static struct buffer *common;
static char *last;

static struct buffer *buffer_new(int size)
{
	struct buffer *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->bytes = malloc(size);
	if (!b->bytes) {
		free(b);
		return NULL;
	}
	return b;
}

static void set_name(struct job *j, char *name)
{
	j->name = name;
	last = name; // RACE
}

static void *run(void *arg)
{
	struct job *j = arg;

	j->in->used++; // RACE
	j->in->bytes[0] = 1; // RACE
	j->out->bytes[1] = 2; // NORACE
	last[0] = 1; // RACE
	j->name[0] = 'x'; // RACE
	free(j->name); // RACE
	j->name = NULL; // NORACE
	free(j); // NORACE
	return NULL;
}

static void start(int fd)
{
	struct job *j = calloc(1, sizeof(*j));
	pthread_t t;

	if (!j)
		return;
	set_name(j, strdup("job"));
	j->in = common; // NORACE
	j->out = buffer_new(20);
	j->fd = fd;
	if (pthread_create(&t, NULL, run, j))
		free(j);
	else
		pthread_detach(t);
}

static void *listener(void *arg)
{
	(void)arg;
	for (int i = 0; i < 5; i++)
		start(i);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	common = buffer_new(10);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, listener, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
