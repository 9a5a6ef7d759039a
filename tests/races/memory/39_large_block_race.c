// Blocks of any length are written as a whole: what lies beyond their first 512 bytes too, and
// a word that is stored over two fields is both.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct large {
	char name[600];
	int flag;
	int more[2000];
	int last;
};

struct halves {
	int low, high;
};

union word {
	struct halves half;
	long whole;
};

static int by_read, by_copy, by_struct, by_set, by_last, at_end, by_word;
static struct large source;

static void fill(struct large *l)
{
	read(0, l, sizeof(*l));
}

static void copy(struct large *l, const struct large *from, size_t n)
{
	memcpy(l, from, n);
}

static void assign(struct large *l)
{
	*l = source; // NORACE
}

static void set(struct large *l)
{
	memset(l, 1, sizeof(*l));
}

static void set_word(union word *w, long value)
{
	w->whole = value;
}

static void *worker(void *arg)
{
	struct large l;
	union word w;

	l.flag = 0;
	l.last = 0;
	fill(&l);
	if (l.flag)
		by_read++; // RACE
	if (l.last)
		by_last++; // RACE
	l.flag = 0;
	copy(&l, &source, sizeof(l));
	if (l.flag)
		by_copy++; // RACE
	l.flag = 0;
	assign(&l);
	if (l.flag)
		by_struct++; // RACE
	l.last = 0;
	set(&l);
	if (l.last)
		by_set++; // RACE
	l.last = 0;
	read(0, l.more + 1999, 100);
	if (l.last)
		at_end++; // RACE
	w.half.high = 0;
	set_word(&w, random());
	if (w.half.high)
		by_word++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	read(0, &source, sizeof(source));
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
