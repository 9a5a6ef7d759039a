// SPDX-License-Identifier: MIT
/* Two kinds of user data behind the same callback type must not be mixed up. */
#include <pthread.h>

struct apple {
	int seeds;
};

struct pear {
	int weight;
};

struct visitor {
	void (*visit)(void *);
	void *data;
};

static struct apple apple;
static struct pear pear;

static void visit_apple(void *data)
{
	((struct apple *)data)->seeds++; // RACE
}

static void visit_pear(void *data)
{
	((struct pear *)data)->weight++; // NORACE
}

static struct visitor apple_visitor = { visit_apple, &apple };
static struct visitor pear_visitor = { visit_pear, &pear };

static void *run(void *arg)
{
	struct visitor *v = arg;

	v->visit(v->data); // NORACE
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, run, &apple_visitor);
	pthread_create(&second, NULL, run, &pear_visitor);
	apple.seeds = 3; // RACE
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
