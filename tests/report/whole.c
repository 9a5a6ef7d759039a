/* SPDX-License-Identifier: MIT */
/* Report: one statement clears a whole object, and races with every member that others
 * use; 'hits' races by itself too. The member that is ignored takes no other with it. */
#include <pthread.h>
#include <string.h>

struct settings {
	long limit, width, height, depth, hits;
};

static struct settings settings;

static void *serve(void *arg)
{
	long *sum = arg;

	*sum = settings.limit + settings.width;
	*sum += settings.height;
	*sum += settings.depth; // chequer: ignore -- a guess is good enough
	settings.hits++;
	return NULL;
}

int main(void)
{
	pthread_t id[2];
	long sum[2];

	pthread_create(&id[0], NULL, serve, &sum[0]);
	pthread_create(&id[1], NULL, serve, &sum[1]);
	memset(&settings, 0, sizeof(settings));
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return (int)(sum[0] + sum[1]);
}
