/* Forty functions look a lock up and release it, which others have looked up and
 * taken. One of them is the lock that guards the total, which is given up for a while. */
#include <pthread.h>

#define FORTY(X)                                                                         \
	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9)                                \
	X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19)                      \
	X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29)                      \
	X(30) X(31) X(32) X(33) X(34) X(35) X(36) X(37) X(38) X(39)

static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static struct node {
	int key;
	pthread_mutex_t *lock;
	struct node *next;
} one = {1, &big, NULL}, list = {0, &first, &one};
static int total;

static pthread_mutex_t *find(int key)
{
	struct node *n = &list;

	while (n->key != key)
		n = n->next;
	return n->lock;
}

#define PAIR(n)                                                                          \
	static void enter##n(int key)                                                    \
	{                                                                                \
		pthread_mutex_t *m = find(key);                                          \
		pthread_mutex_lock(m);                                                   \
	}                                                                                \
	static void leave##n(int key)                                                    \
	{                                                                                \
		pthread_mutex_t *m = find(key);                                          \
		pthread_mutex_unlock(m);                                                 \
	}
FORTY(PAIR)

static void visit_all(int key)
{
#define VISIT(n) leave##n(key); enter##n(key);
	FORTY(VISIT)
}

static void *work(void *arg)
{
	pthread_mutex_lock(&big);
	visit_all(1);
	leave0(1);
	total++; // RACE
	enter0(1);
	pthread_mutex_unlock(&big);
	(void)arg;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, &b);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return total; // NORACE
}
