// SPDX-License-Identifier: MIT
// A mutex that is made recursive by hand: the owner stores his id, an inner call finds it there
// and only counts. The owner is read without the mutex, and is an atomic; whoever finds himself
// there has stored it, and has the mutex since then.
#include <pthread.h>
#include <stdatomic.h>

struct monitor {
	pthread_mutex_t lock;
	_Atomic(pthread_t) owner;
	int depth;
};

static struct monitor m = {.lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(pthread_t) holder;
static int levels, sum, total;

static void enter(struct monitor *x)
{
	pthread_t self = pthread_self();

	if (atomic_load(&x->owner) == self) { // NORACE
		x->depth++; // FP who finds his own id in the owner is not known to hold the mutex
		return;
	}
	pthread_mutex_lock(&x->lock);
	atomic_store(&x->owner, self); // NORACE
	x->depth = 1; // FP likewise
}

static void leave(struct monitor *x)
{
	if (--x->depth > 0) // FP and the depth is not known to tell whether it is released
		return;
	atomic_store(&x->owner, 0); // NORACE
	pthread_mutex_unlock(&x->lock);
}

static void add(int n)
{
	enter(&m);
	sum += n; // FP likewise
	leave(&m);
}

/* Turned round, and with the owner and the depth in variables. */
static void count(int n)
{
	if (!pthread_equal(atomic_load(&holder), pthread_self())) { // NORACE
		pthread_mutex_lock(&plain);
		atomic_store(&holder, pthread_self()); // NORACE
	}
	levels++; // FP likewise
	total += n; // FP likewise
	if (n > 0)
		count(n - 1);
	if (--levels == 0) { // FP likewise
		atomic_store(&holder, 0); // NORACE
		pthread_mutex_unlock(&plain);
	}
}

static void *work(void *arg)
{
	enter(&m);
	add(1);
	sum *= 2; // FP likewise
	leave(&m);
	count(3);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return sum + total;
}
