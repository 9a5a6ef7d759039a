// A semaphore for each place: who has taken it has a thread do the work, which posts it at the end.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
struct slot { sem_t free; long in, out; };
static struct slot *slots;
static int count;
static long level;
static long total;
static void *work(void *arg)
{
	struct slot *s = &slots[(long)arg];
	if (level > 3) // NORACE
		s->out = s->in * level; // FP each has the place whose semaphore was taken
	else
		s->out = s->in; // FP likewise
	sem_post(&s->free);
	return NULL;
}
static void hand_out(long v)
{
	static int i;
	pthread_t id;
	sem_wait(&slots[i].free);
	slots[i].in = v;
	pthread_create(&id, NULL, work, (void *)(long)i);
	pthread_detach(id);
	if (++i == count)
		i = 0;
}
static void open_slots(int n)
{
	count = n;
	slots = calloc(n, sizeof(*slots)); // NORACE
	for (int i = 0; i < count; i++) {
		sem_init(&slots[i].free, 0, 0);
		sem_post(&slots[i].free);
	}
}
static void close_slots(void)
{
	int at = 1;
	for (int i = 0; i < count; i++) {
		sem_wait(&slots[at].free);
		if (++at == count)
			at = 0;
	}
	free(slots);
	slots = NULL; // NORACE
}
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		level = argv[i][0]; // NORACE
		open_slots(4);
		for (int k = 0; k < 100; k++)
			hand_out(k);
		close_slots();
	}
	return 0;
}
