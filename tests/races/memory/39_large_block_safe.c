// A block that ends before the field leaves it as it is; so does one in another object.
#include <pthread.h>
#include <string.h>
#include <unistd.h>

struct large {
	char name[600];
	int flag;
	int last;
};

static int kept, others, before;

static void fill_name(struct large *l)
{
	memset(l, 1, sizeof(l->name));
}

static void fill(struct large *l)
{
	read(0, l, sizeof(*l));
}

static void set_last(struct large *l, int value)
{
	l->last = value;
}

static void *worker(void *arg)
{
	struct large l, m;

	l.flag = 0;
	fill_name(&l);
	if (l.flag)
		kept++; // NORACE
	m.flag = 1;
	fill(&m);
	m.flag = 0;
	set_last(&m, 1);
	if (m.flag)
		before++; // NORACE
	l.last = 0;
	if (l.last)
		others++; // NORACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
