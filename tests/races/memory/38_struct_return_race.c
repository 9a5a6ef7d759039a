// SPDX-License-Identifier: MIT
/* Returning and passing structs by value copies them. */
#include <pthread.h>

struct point {
	double x, y, z;
};

struct shape {
	int id;
	struct point centre;
};

static struct shape shape;

static struct point centre_of(const struct shape *s)
{
	return s->centre; // RACE
}

static void *mover(void *arg)
{
	shape.centre.z += 1.0; // RACE
	return arg;
}

static void *reader(void *arg)
{
	struct point p = centre_of(&shape);

	return p.x > 5.0 ? arg : NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, mover, NULL);
	pthread_create(&second, NULL, reader, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
