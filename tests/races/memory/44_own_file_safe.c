// SPDX-License-Identifier: MIT
/* The FILE is locked by the library; the program's counter beside it is not. */
#include <pthread.h>
#include <stdio.h>

struct journal {
	FILE *file;
	int lines;
};

static struct journal journal;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void note(struct journal *j, const char *text)
{
	fprintf(j->file, "%s\n", text); // NORACE
	pthread_mutex_lock(&m);
	j->lines++; // NORACE
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	note(&journal, "started");
	return arg;
}

int main(void)
{
	pthread_t first, second;

	journal.file = stdout; // NORACE
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return journal.lines != 2; // NORACE
}
