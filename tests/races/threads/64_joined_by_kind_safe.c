/*
 * A source of one of two kinds, each with its way to be destroyed: the kind that has a thread
 * joins it. That there is no thread where the other kind is destroyed, as the object is of that
 * kind, is not known.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
struct base { void (*destroy)(struct base *b); int (*get)(struct base *b); };
struct config { int speed; };
struct source {
	struct base base;
	struct config *config;
	pthread_t worker;
};
static int running(void);
static void *work(void *arg)
{
	struct source *s = arg;
	int sum = 0;
	while (running())
		sum += s->config->speed; // FP the table of an object says which kind it is
	return NULL;
}
static void source_destroy(struct base *b)
{
	struct source *s = (struct source *)((char *)b - offsetof(struct source, base));
	pthread_join(s->worker, NULL);
	free(s);
}
static struct base *source_create(struct config *c)
{
	struct source *s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->base.destroy = source_destroy;
	s->config = c;
	if (pthread_create(&s->worker, NULL, work, s)) {
		free(s);
		return NULL;
	}
	return &s->base;
}
static void plain_destroy(struct base *b) { free(b); }
static struct base *plain_create(void)
{
	struct base *b = calloc(1, sizeof(*b));
	if (b)
		b->destroy = plain_destroy;
	return b;
}
static void cleanup(struct config *c, struct base *b)
{
	if (b)
		b->destroy(b);
	if (c)
		free(c); // FP the table of an object says which kind it is
}
static volatile int go;
static int running(void) { return go; }
int main(int argc, char **argv)
{
	struct config *c = malloc(sizeof(*c));
	if (!c)
		return 1;
	c->speed = 3;
	struct base *b = argc > 1 ? source_create(c) : plain_create();
	if (!b) {
		cleanup(c, b);
		return 1;
	}
	cleanup(c, b);
	return 0;
}
