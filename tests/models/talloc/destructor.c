// SPDX-License-Identifier: MIT
// RUN: --all
// What a destructor does is done when the memory is freed, not while something is made of it.
#include <pthread.h>
#include <stddef.h>

void *_talloc_zero(const void *, size_t, const char *);
void *_talloc_memdup(const void *, const void *, size_t, const char *);
void _talloc_set_destructor(const void *, int (*)(void *));
int _talloc_free(void *, const char *);

struct job {
	int *count;
};

static int settings, freed;
static pthread_t id;

static void *worker(void *arg)
{
	freed++;	// RACE
	return settings ? arg : NULL;	// NORACE
}

static int on_free(void *p)
{
	(void)p;
	freed++;	// RACE
	return 0;
}

int main(void)
{
	struct job *job = _talloc_zero(NULL, sizeof(*job), "job");
	_talloc_set_destructor(job, on_free);
	job->count = _talloc_memdup(job, &settings, sizeof(settings), "count");
	settings = 1;	// NORACE
	pthread_create(&id, NULL, worker, NULL);
	_talloc_free(job, "here");
	pthread_join(id, NULL);
	return 0;
}
