// SPDX-License-Identifier: MIT
/* void * used for two different structs, told apart by a tag. */
#include <pthread.h>

enum kind { CAT, DOG };

struct cat {
	enum kind kind;
	int lives;
};

struct dog {
	enum kind kind;
	int bones;
};

static struct cat cat = { CAT, 9 };

static void feed(void *animal)
{
	if (*(enum kind *)animal == CAT) { // NORACE
		struct cat *c = animal;

		c->lives--; // RACE
	} else {
		struct dog *d = animal;

		d->bones++; // NORACE
	}
}

static void *first_thread(void *arg)
{
	feed(&cat);
	return arg;
}

static void *second_thread(void *arg)
{
	feed(&cat);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, first_thread, NULL);
	pthread_create(&second, NULL, second_thread, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
