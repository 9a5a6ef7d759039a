// SPDX-License-Identifier: MIT
// Each thread has a job of its own, made for it, and all jobs have a pointer to one table: what is found in
// the table is found by all.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	char key[16];
	int uses;
};
struct table {
	pthread_mutex_t lock;
	struct entry *first[8];
};
struct job {
	pthread_t thread;
	struct table *table;
	unsigned seed;
};

static struct entry *find(struct table *t, const char *key)
{
	struct entry *e = t->first[key[0] % 8];
	while (e && strcmp(e->key, key) != 0)
		e = e->next;
	return e;
}

static void use(struct table *t, const char *key)
{
	struct entry *e = find(t, key);
	if (e)
		e->uses++; // RACE
}

static void *work(void *arg)
{
	struct job *j = arg;
	char key[2] = {(char)('a' + j->seed % 2), 0};
	use(j->table, key);
	return NULL;
}

int main(void)
{
	struct table *t = calloc(1, sizeof(*t));
	struct job *jobs[4];
	if (!t)
		return 1;
	pthread_mutex_init(&t->lock, NULL);
	for (int i = 0; i < 8; i++) {
		struct entry *e = calloc(1, sizeof(*e));
		if (!e)
			return 1;
		e->key[0] = (char)('a' + i);
		e->next = t->first[e->key[0] % 8];
		t->first[e->key[0] % 8] = e;
	}
	for (unsigned i = 0; i < 4; i++) {
		jobs[i] = malloc(sizeof *jobs[i]); jobs[i]->table = t; jobs[i]->seed = i;
		if (pthread_create(&jobs[i]->thread, NULL, work, jobs[i]) != 0)
			return 1;
	}
	for (int i = 0; i < 4; i++)
		pthread_join(jobs[i]->thread, NULL);
	return 0;
}
