// SPDX-License-Identifier: MIT
/* Elements of an array are moved, and copied out under the lock; what they point to is used without. */
#include <pthread.h>
#include <string.h>
struct slot { int used; int *target; };
static struct slot slots[200];
static int value;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void insert(int at, int *t)
{
	pthread_mutex_lock(&m);
	memmove(&slots[at + 1], &slots[at], sizeof(struct slot) * (size_t)(199 - at));
	slots[at].used = 1;
	slots[at].target = t;
	pthread_mutex_unlock(&m);
}
static void *use(void *arg)
{
	struct slot s;
	(void)arg;
	pthread_mutex_lock(&m);
	memcpy(&s, &slots[1], sizeof s);
	pthread_mutex_unlock(&m);
	if (s.used)
		++*s.target; // RACE
	return 0;
}
int main(void)
{
	pthread_t a, b;
	insert(0, &value);
	insert(1, &value);
	pthread_create(&a, 0, use, 0);
	pthread_create(&b, 0, use, 0);
	insert(2, &value);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
