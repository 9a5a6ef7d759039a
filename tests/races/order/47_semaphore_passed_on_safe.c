// The thread has the semaphore that its creator has taken, and posts it when it is done.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
struct sums { sem_t free; char *buf; long sum, count; };
static struct sums sums;
static void *add_up(void *arg)
{
	struct sums *s = arg;
	pthread_detach(pthread_self());
	for (int i = 0; i < 64; i++)
		s->sum += s->buf[i]; // NORACE
	free(s->buf); // NORACE
	s->count++; // NORACE
	sem_post(&s->free);
	return NULL;
}
static void start(struct sums *s)
{
	pthread_t id;
	pthread_create(&id, NULL, add_up, s);
}
static void one_file(struct sums *s, const char *from, int n)
{
	sem_init(&s->free, 0, 0);
	sem_post(&s->free);
	for (int i = 0; i < n; i++) {
		sem_wait(&s->free);
		s->buf = malloc(64); // NORACE
		memcpy(s->buf, from + 64 * i, 64);
		start(s);
	}
	sem_wait(&s->free);
	s->sum++; // NORACE
	sem_post(&s->free);
}
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		memset(&sums, 0, sizeof(sums)); // NORACE
		one_file(&sums, argv[i], 3);
	}
	return (int)sums.sum; // NORACE
}
