// SPDX-License-Identifier: MIT
/* Front and back buffer exchanged under a lock; the painter only paints the back. */
#include <pthread.h>

struct frame {
	int pixels[4];
};

struct screen {
	pthread_mutex_t lock;
	struct frame frames[2];
	int front;
};

static struct screen screen = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *painter(void *arg)
{
	struct screen *s = arg;
	int turn;

	for (turn = 0; turn < 5; turn++) {
		pthread_mutex_lock(&s->lock);
		s->frames[!s->front].pixels[0] = turn; // RACE
		s->front = !s->front; // NORACE
		pthread_mutex_unlock(&s->lock);
	}
	return NULL;
}

static void *viewer(void *arg)
{
	struct screen *s = arg;
	int turn, sum = 0;

	for (turn = 0; turn < 5; turn++) {
		struct frame *f;

		pthread_mutex_lock(&s->lock);
		f = &s->frames[s->front]; // NORACE
		pthread_mutex_unlock(&s->lock);
		sum += f->pixels[0]; // RACE
	}
	return sum < 0 ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, painter, &screen);
	pthread_create(&second, NULL, viewer, &screen);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
