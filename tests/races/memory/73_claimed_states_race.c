/* Objects with a state that do not belong to who has changed it. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

enum { CLOSED, READY, BUSY };

#define OBJECTS(name, test, set)                                                         \
	static struct name {                                                             \
		int state, work;                                                         \
	} name[8];                                                                       \
	static struct name *get_##name(void)                                             \
	{                                                                                \
		struct name *found = NULL;                                               \
		pthread_mutex_lock(&m);                                                  \
		for (int i = 0; i < 8 && !found; i++) {                                  \
			if (name[i].state test) {                                        \
				name[i].state = set;                                     \
				found = &name[i];                                        \
			}                                                                \
		}                                                                        \
		pthread_mutex_unlock(&m);                                                \
		return found;                                                            \
	}                                                                                \
	static void put_##name(struct name *x, int ready)                                \
	{                                                                                \
		pthread_mutex_lock(&m);                                                  \
		if (ready)                                                               \
			x->state = READY;                                                \
		else                                                                     \
			x->state = CLOSED;                                               \
		pthread_mutex_unlock(&m);                                                \
	}

/* It may have been anything but ready. */
OBJECTS(unready, != READY, BUSY)
static void use_unready(void)
{
	struct unready *x = get_unready();
	if (x) {
		x->work++; // RACE
		put_unready(x, 1);
	}
}

/* Ready or busy. */
OBJECTS(least, >= READY, BUSY)
static void use_least(void)
{
	struct least *x = get_least();
	if (x) {
		x->work++; // RACE
		put_least(x, 1);
	}
}

/* It stays ready. */
OBJECTS(same, == READY, READY)
static void use_same(void)
{
	struct same *x = get_same();
	if (x) {
		x->work++; // RACE
		put_same(x, 0);
	}
}

/* Another one takes those that are busy. */
OBJECTS(stolen, == READY, BUSY)
static void steal(void)
{
	struct stolen *x = NULL;
	pthread_mutex_lock(&m);
	for (int i = 0; i < 8 && !x; i++) {
		if (stolen[i].state == BUSY) {
			stolen[i].state = READY;
			x = &stolen[i];
		}
	}
	pthread_mutex_unlock(&m);
	if (x)
		x->work++; // RACE
}
static void use_stolen(void)
{
	struct stolen *x = get_stolen();
	if (x) {
		x->work++; // RACE
		put_stolen(x, 1);
	}
	steal();
}

/* Closed ones are made ready by one who does not have them, and so are busy ones. */
OBJECTS(opened, == READY, BUSY)
static void use_opened(void)
{
	struct opened *x = get_opened();
	if (x)
		x->work++; // RACE
	put_opened(&opened[3], 1);
}

/* It is ready again. */
OBJECTS(late, == READY, BUSY)
static void use_late(void)
{
	struct late *x = get_late();
	if (x) {
		put_late(x, 1);
		x->work++; // RACE
	}
}

/* The lock was released in between. */
OBJECTS(gap, == READY, BUSY)
static void use_gap(void)
{
	for (int i = 0; i < 8; i++) {
		pthread_mutex_lock(&m);
		int state = gap[i].state;
		pthread_mutex_unlock(&m);
		if (state != READY)
			continue;
		pthread_mutex_lock(&m);
		gap[i].state = BUSY;
		pthread_mutex_unlock(&m);
		gap[i].work++; // RACE
		put_gap(&gap[i], 1);
	}
	struct gap *x = get_gap();
	if (x)
		put_gap(x, 0);
}

static void *run(void *p)
{
	use_unready();
	use_least();
	use_same();
	use_stolen();
	use_opened();
	use_late();
	use_gap();
	return p;
}

int main(void)
{
	pthread_t a, b;
	for (int i = 0; i < 8; i++) {
		least[i].state = same[i].state = stolen[i].state = opened[i].state = READY;
		late[i].state = gap[i].state = READY;
	}
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
