// Functions like those that scanner generators write, most of the code of their
// recursion: what the small ones do around them is seen, and so is what the large ones drop.
#include <pthread.h>

struct scan {
	pthread_mutex_t lock;
	int c, depth;
	int held, kept, lost;
};

#define CASE(c, k)                                          \
	if ((c) == (k) + __LINE__)                          \
		(c) = ((c) * 3 + (k)) ^ ((c) + 7) * ((c) - 5);
#define TEN(c, k)                                                               \
	CASE(c, k) CASE(c, k + 1) CASE(c, k + 2) CASE(c, k + 3) CASE(c, k + 4)  \
	CASE(c, k + 5) CASE(c, k + 6) CASE(c, k + 7) CASE(c, k + 8) CASE(c, k + 9)
#define HUNDRED(c, k)                                                            \
	TEN(c, k) TEN(c, k + 10) TEN(c, k + 20) TEN(c, k + 30) TEN(c, k + 40)    \
	TEN(c, k + 50) TEN(c, k + 60) TEN(c, k + 70) TEN(c, k + 80) TEN(c, k + 90)
#define THOUSAND(c, k)                                                              \
	HUNDRED(c, k) HUNDRED(c, k + 100) HUNDRED(c, k + 200) HUNDRED(c, k + 300)   \
	HUNDRED(c, k + 400) HUNDRED(c, k + 500) HUNDRED(c, k + 600)                 \
	HUNDRED(c, k + 700) HUNDRED(c, k + 800) HUNDRED(c, k + 900)

static void include(struct scan *s);
static void leave(struct scan *s);

static void parse(struct scan *s)
{
	int c = s->c;
	THOUSAND(c, 0)
	s->c = c;
	s->held++; // NORACE
	if (s->depth > 0)
		include(s);
}

static void include(struct scan *s)
{
	s->depth--; // NORACE
	parse(s);
	s->kept++; // NORACE
}

static void parse_and_drop(struct scan *s)
{
	int c = s->c;
	THOUSAND(c, 0)
	s->c = c;
	if (s->depth > 0)
		leave(s);
	else
		pthread_mutex_unlock(&s->lock);
}

static void leave(struct scan *s)
{
	s->depth--;
	parse_and_drop(s);
	s->lost++; // RACE
}

static struct scan shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *run(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&shared.lock);
	include(&shared);
	leave(&shared);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
