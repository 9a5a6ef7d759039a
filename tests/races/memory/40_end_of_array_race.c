// SPDX-License-Identifier: MIT
/* Pointers to the end of an array, from which the program goes back: they mean its elements,
 * also when they are found in memory and are pointers to structs. */
#include <pthread.h>

struct entry {
	int key, value;
};

struct stack {
	struct entry *top;
	struct entry slots[8];
	long used;
};

static struct entry table[8], one;
static struct entry *const end = table + 8;
static struct entry *first, *last;
static struct stack stack;

static void *work(void *arg)
{
	struct entry *e = stack.top;

	end[-1].value = 1; // RACE
	e--;
	e->value = 2; // RACE
	for (struct entry *p = last; p > first;) {
		p--;
		p->key = 3; // RACE
	}
	return arg;
}

int main(void)
{
	pthread_t id;

	stack.top = stack.slots + 8;
	first = &one;
	last = &one + 1;
	pthread_create(&id, NULL, work, NULL);
	table[7].value = 4; // RACE
	stack.slots[7].value = 5; // RACE
	one.key = 6; // RACE
	stack.used = 7; // NORACE
	pthread_join(id, NULL);
	return 0;
}
