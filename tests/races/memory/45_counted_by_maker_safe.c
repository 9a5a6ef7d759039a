// A function makes the pool and says in it how many threads there are to be; the
// caller reads that number. New memory is not zero for that.
#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_t *ids;
	int count;
};

static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	hits++; // NORACE
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void set_count(struct pool *p, int count)
{
	p->count = count;
}

static struct pool *make(int count)
{
	struct pool *p = malloc(sizeof(*p));

	if (!p)
		exit(1);
	p->ids = calloc(count, sizeof(*p->ids));
	set_count(p, count);
	return p;
}

static struct pool *make_usual(void)
{
	return make(4);
}

int main(void)
{
	struct pool *p = make_usual();

	for (int i = 0; i < p->count; i++)
		pthread_create(&p->ids[i], NULL, work, NULL);
	return 0;
}
