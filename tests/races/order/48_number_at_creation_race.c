// SPDX-License-Identifier: MIT
/* What main stores before there are threads is there when they begin, and without a lock: that it is
 * taken back afterwards does not hide it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
	int n;
};

static struct box *_Atomic slot;
static struct {
	int pad;
	atomic_int mode;
} state;
static int sum, late;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int locked;

static void *use(void *arg)
{
	struct box *b = slot;
	if (b)
		b->n++; // RACE
	if (state.mode == 2)
		sum++; // RACE
	pthread_mutex_lock(&m);
	int found = locked;
	pthread_mutex_unlock(&m);
	if (found == 3)
		late++; // RACE
	return arg;
}

static void set_mode(int mode)
{
	state.mode = mode;
}

static void start(pthread_t *id)
{
	pthread_create(id, NULL, use, NULL);
}

int main(void)
{
	pthread_t id;
	struct box *b = calloc(1, sizeof *b);

	slot = b;
	set_mode(2);
	locked = 3;
	start(&id);
	slot = NULL;
	set_mode(0);
	pthread_mutex_lock(&m);
	locked = 0;
	pthread_mutex_unlock(&m);
	b->n++; // RACE
	sum++; // RACE
	late++; // RACE
	pthread_join(id, NULL);
	return 0;
}
