// SPDX-License-Identifier: MIT
/* The flag may be a pointer: the race on it has high confidence, on what is set up before
 * it is stored medium. */
#include <pthread.h>

struct calls {
	int (*get)(int);
	int (*put)(int);
};

static int get_one(int n)
{
	return n + 1;
}

static int put_one(int n)
{
	return n - 1;
}

static const struct calls standard = { get_one, put_one };
static struct calls calls;

static int use(int n)
{
	if (!calls.get) {
		calls.put = standard.put;
		calls.get = standard.get;
	}
	return calls.get(n) + calls.put(n);
}

static void *work(void *arg)
{
	use(1);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	use(2);
	pthread_join(t, NULL);
	return 0;
}
