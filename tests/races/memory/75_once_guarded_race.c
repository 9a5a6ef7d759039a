// The same, but one place takes the lock of the object: who wrote that expects others.
#include <pthread.h>
#include <stdlib.h>

/* Locks are taken all over the program. */
#define COUNTED(name)                                                                              \
	static pthread_mutex_t lock_##name = PTHREAD_MUTEX_INITIALIZER;                            \
	static int name;                                                                           \
	static void count_##name(void)                                                             \
	{                                                                                          \
		pthread_mutex_lock(&lock_##name);                                                  \
		name++;                                                                            \
		pthread_mutex_unlock(&lock_##name);                                                \
	}
COUNTED(a) COUNTED(b) COUNTED(c) COUNTED(d) COUNTED(e) COUNTED(f) COUNTED(g)
COUNTED(h) COUNTED(i) COUNTED(j) COUNTED(k) COUNTED(l) COUNTED(m) COUNTED(n)
COUNTED(o) COUNTED(p) COUNTED(q)

static void count_all(void)
{
	count_a(), count_b(), count_c(), count_d(), count_e(), count_f(), count_g();
	count_h(), count_i(), count_j(), count_k(), count_l(), count_m(), count_n();
	count_o(), count_p(), count_q();
}

struct job {
	pthread_mutex_t lock;
	int steps;
};

static struct job *jobs[2];

static void *work(void *arg)
{
	struct job *j = jobs[(long)arg % 2];

	count_all();
	j->steps++; // RACE
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t id[4];
	struct job *j;

	(void)argv;
	jobs[0] = calloc(1, sizeof *j);
	jobs[1] = calloc(1, sizeof *j);
	pthread_mutex_init(&jobs[0]->lock, NULL);
	pthread_mutex_init(&jobs[1]->lock, NULL);
	for (long i = 0; i < 4; i++)
		pthread_create(&id[i], NULL, work, (void *)(i / 2));
	count_all();
	j = jobs[argc % 2];
	pthread_mutex_lock(&j->lock);
	j->steps = 0; // RACE
	pthread_mutex_unlock(&j->lock);
	for (int i = 0; i < 4; i++)
		pthread_join(id[i], NULL);
	return jobs[0]->steps; // NORACE
}
