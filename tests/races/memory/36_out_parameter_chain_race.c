// SPDX-License-Identifier: MIT
/* Found through two functions and a pointer to a pointer to a pointer. */
#include <pthread.h>
#include <string.h>
struct req { const char *key; int **slot; };
static int store[4];
static int *index_[4] = {&store[0], &store[1], &store[2], &store[3]};
static int find(const char *key, int ***out, int *found)
{
	*found = 0;
	for (int i = 0; i < 4; i++)
		if (key[0] == 'a' + i) {
			*out = &index_[i];
			*found = 1;
		}
	return 0;
}
static int lookup(struct req *r)
{
	int found;
	find(r->key, &r->slot, &found);
	return found;
}
static void *thr(void *arg)
{
	struct req r = {arg, 0};
	if (lookup(&r))
		**r.slot += 1; // RACE
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, thr, "a");
	pthread_create(&b, 0, thr, "a");
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
