// SPDX-License-Identifier: MIT
/* docs/soundness.md, 12: the same memory as two structs that have nothing in common, where
 * only the pointer analysis knows the way. */
#include <pthread.h>
#include <stdlib.h>

struct pixel {
	int red, green, blue, alpha;
};

struct sample {
	double left, right;
};

static struct pixel pixels[4];
static void *buffers[4];

static void *pick(void)
{
	return buffers[rand() % 4];
}

static void *mixer(void *arg)
{
	struct sample *s = pick();

	s->left = 0; // FN soundness.md, 12
	return arg;
}

int main(void)
{
	pthread_t t;
	int i;

	for (i = 0; i < 4; i++)
		buffers[i] = &pixels[i];
	pthread_create(&t, NULL, mixer, NULL);
	pixels[2].red = 1; // FN soundness.md, 12
	pthread_join(t, NULL);
	return 0;
}
