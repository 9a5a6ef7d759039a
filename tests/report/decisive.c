/* SPDX-License-Identifier: MIT */
/* What decides stays in a long chain: the call through a pointer, the dropped lock. The way to
 * the creation of a thread is told once. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total, last;

static void leaf(long n) { total += n; last = n; }
static void third(long n) { leaf(n + 1); }
static void second(long n) { third(n + 1); }
static void unlocked(long n)
{
	pthread_mutex_unlock(&lock);
	second(n);
	pthread_mutex_lock(&lock);
}
static void (*volatile handler)(long) = unlocked;
static void middle(long n) { handler(n); }
static void upper(long n) { middle(n); }
static void top(long n) { upper(n); }

static void *work(void *p)
{
	pthread_mutex_lock(&lock);
	top(1);
	pthread_mutex_unlock(&lock);
	return p;
}

static pthread_t start(void)
{
	pthread_t id;
	pthread_create(&id, NULL, work, NULL);
	return id;
}

int main(void)
{
	pthread_t id = start();
	pthread_mutex_lock(&lock);
	long seen = total + last;
	pthread_mutex_unlock(&lock);
	pthread_join(id, NULL);
	return (int)seen;
}
