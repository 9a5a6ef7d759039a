/* What hangs in an object goes with it: the last one who has a reference, or who has swapped it out. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct object {
	atomic_int references;
	char *text;
};

static void put(struct object *o)
{
	if (atomic_fetch_sub(&o->references, 1) == 1) {
		free(o->text); // FP the text is not known to belong to the object
		free(o);
	}
}

static void *use(void *p)
{
	struct object *o = p;
	int c = o->text[0]; // FP likewise
	put(o);
	return (void *)(long)c;
}

struct config {
	char *name;
};
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct config *current;

static struct config *load(void)
{
	struct config *c = malloc(sizeof(*c));
	c->name = strdup("name");
	return c;
}

static void *reload(void *p)
{
	struct config *new = load(), *old;
	pthread_rwlock_wrlock(&lock);
	old = current;
	current = new;
	pthread_rwlock_unlock(&lock);
	if (old) {
		free(old->name); // FP likewise, to the one that was swapped out
		free(old);
	}
	return p;
}

static void *look(void *p)
{
	int c;
	(void)p;
	pthread_rwlock_rdlock(&lock);
	c = current->name[0]; // FP likewise
	pthread_rwlock_unlock(&lock);
	return (void *)(long)c;
}

int main(void)
{
	pthread_t t[6];
	struct object *o = malloc(sizeof(*o));
	atomic_init(&o->references, 3);
	o->text = strdup("text");
	current = load();
	pthread_create(&t[0], NULL, use, o);
	pthread_create(&t[1], NULL, use, o);
	put(o);
	pthread_create(&t[2], NULL, reload, NULL);
	pthread_create(&t[3], NULL, reload, NULL);
	pthread_create(&t[4], NULL, look, NULL);
	for (int i = 0; i < 5; i++)
		pthread_join(t[i], NULL);
	return 0;
}
