// SPDX-License-Identifier: MIT
// As 22_id_put_over_race.c, but no id comes where another one is: the index is larger on all ways behind the other
// creation, or it is one of another member, of another array, or of other elements.
#include <pthread.h>

static int counted, both, chosen, member;
static pthread_t ids[8], others[8];
static struct worker {
	pthread_t reader, writer;
} workers[4];

static void *count(void *arg)
{
	++*(int *)arg; // NORACE
	return NULL;
}

static void *nothing(void *arg)
{
	return arg;
}

static void count_up(int some)
{
	pthread_t id[4];
	int n = 0;
	if (some)
		pthread_create(&id[n++], NULL, count, &counted);
	pthread_create(&id[n++], NULL, nothing, NULL);
	if (some)
		pthread_create(&id[n++], NULL, nothing, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(id[i], NULL);
	counted++; // NORACE
}

static void count_twice(int some)
{
	pthread_t id[4];
	int n = 0;
	pthread_create(&id[n++], NULL, count, &both);
	n += some;
	pthread_create(&others[some], NULL, nothing, NULL);
	pthread_join(id[0], NULL);
	both++; // NORACE
}

static void choose(int some)
{
	int n = 1;
	if (some)
		n = 2;
	pthread_create(&ids[0], NULL, count, &chosen);
	pthread_create(&ids[n], NULL, nothing, NULL);
	pthread_join(ids[0], NULL);
	chosen++; // NORACE
}

static void fill_member(int some)
{
	pthread_create(&workers[1].reader, NULL, count, &member);
	pthread_create(&workers[some].writer, NULL, nothing, NULL);
	pthread_join(workers[1].reader, NULL);
	member++; // NORACE
}

int main(int argc, char **argv)
{
	(void)argv;
	count_up(argc > 1);
	count_twice(argc > 1);
	choose(argc);
	fill_member(argc & 3);
	return 0;
}
