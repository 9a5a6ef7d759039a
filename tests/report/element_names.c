/* SPDX-License-Identifier: MIT */
/* What is found through an element of an array of pointers is named by the array and the member. */
#include <pthread.h>
#include <stdlib.h>

struct entry {
	int x, y;
};

static struct entry *table[4];
static struct {
	int n;
	struct entry *list[4];
} set;

static void *work(void *arg)
{
	for (int i = 0; i < 4; i++) {
		table[i]->y++;
		set.list[i]->x = 1;
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;

	for (int i = 0; i < 4; i++) {
		table[i] = calloc(1, sizeof(struct entry));
		set.list[i] = calloc(1, sizeof(struct entry));
	}
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
