/* SPDX-License-Identifier: MIT */
/* As polled_hosts_safe.c, but the count is only begun when some threads may have been created: it
 * may be found to be zero before. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { HOSTS = 16 };
struct result {
	int code;
};
struct host {
	struct result *found;
	int tries;
};

static struct host hosts[HOSTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int running;

static void *look(void *arg)
{
	long i = (long)arg;
	struct result *r = malloc(sizeof(*r));

	r->code = (int)i;
	hosts[i].tries++; // FN who waits counts up himself: taken for in time
	hosts[i].found = r; // FN who waits counts up himself: taken for in time
	pthread_mutex_lock(&lock);
	running--;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static int all_done(void)
{
	pthread_mutex_lock(&lock);
	int n = running;
	pthread_mutex_unlock(&lock);
	return n == 0;
}

int main(void)
{
	int sum = 0;

	for (long i = 0; i < HOSTS; i++) {
		pthread_t id;
		pthread_create(&id, NULL, look, (void *)i);
		pthread_detach(id);
		pthread_mutex_lock(&lock);
		running++;
		pthread_mutex_unlock(&lock);
	}
	while (!all_done())
		usleep(1000);
	for (int i = 0; i < HOSTS; i++)
		sum += hosts[i].found->code + hosts[i].tries; // FN who waits counts up himself: taken for in time
	return sum == 0;
}
