/* More ways into a function than are told apart: those that hold the same locks are taken
 * together first, and the one without a lock, at a time when nobody else runs, stays alone. */
#include <pthread.h>

struct box {
	int n;
};

static struct box boxes[16];
static struct box b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void fill(struct box *b, int depth)
{
	b->n++;
	total++; // NORACE
	if (depth)
		fill(b, depth - 1);
}

static void *other(void *arg)
{
	pthread_mutex_lock(&lock);
	total++; // NORACE
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *maker(void *arg)
{
	pthread_t id;
	pthread_create(&id, NULL, other, &boxes[0]);
	pthread_mutex_lock(&lock);
	fill(&b0, 1);
	fill(&b1, 1);
	fill(&b2, 1);
	fill(&b3, 1);
	fill(&b4, 1);
	fill(&b5, 1);
	fill(&b6, 1);
	fill(&b7, 1);
	fill(&b8, 1);
	fill(&b9, 1);
	fill(&b10, 1);
	pthread_mutex_unlock(&lock);
	pthread_join(id, NULL);
	fill(&b11, 1);
	pthread_create(&id, NULL, other, &boxes[1]);
	pthread_mutex_lock(&lock);
	fill(&b12, 1);
	fill(&b13, 1);
	pthread_mutex_unlock(&lock);
	pthread_join(id, NULL);
	return arg;
}

int main(void)
{
	pthread_t id;
	pthread_create(&id, NULL, maker, NULL);
	pthread_join(id, NULL);
	return 0;
}
