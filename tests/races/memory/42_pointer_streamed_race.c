/*
 * A pointer goes through a stream of bytes, one call for each: it arrives as a number. The verdict
 * says that a number is used as a pointer (tests/cli/verdict.sh).
 */
#include <pthread.h>
#include <stddef.h>

struct stream {
	unsigned char *at;
};

static int shared;

static void put(struct stream *s, int c)
{
	*s->at++ = (unsigned char)c;
}

static int get(struct stream *s)
{
	return *s->at++;
}

static void *work(void *arg)
{
	int *p = &shared, *q = NULL;
	struct stream from = {(unsigned char *)&p}, to = {(unsigned char *)&q};

	for (size_t i = 0; i < sizeof(p); i++)
		put(&to, get(&from));
	*q = 3; // FN pointers travel as pointers (41)
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
