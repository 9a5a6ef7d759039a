// SPDX-License-Identifier: MIT
/*
 * The runtime of chequer confirm under stress: THREADS threads that take locks of all kinds, wait for
 * conditions with and without a time limit, post and wait, start threads that end, are joined,
 * detached or cancelled, allocate, fork, and are interrupted by signals, for SECONDS. Two races
 * are there to be found, 'bare' and 'torn'; everything else is guarded, and checked at the end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 16 };

struct slot {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	long value, copies;
};

static struct slot slots[SLOTS];
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static long table[64];
static pthread_spinlock_t spin;
static long spun;
static sem_t tokens;
static atomic_long rounds, signals, children;
static atomic_int stop;
static long bare;
static struct {
	char bytes[16];
} torn;

static void on_signal(int number)
{
	(void)number;
	atomic_fetch_add(&signals, 1);
}

static void *visitor(void *arg)
{
	struct slot *s = arg;
	char *text = malloc(64);
	if (text) {
		snprintf(text, 64, "%p", arg);
		free(text);
	}
	pthread_mutex_lock(&s->lock);
	s->value++;
	s->copies++;
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

static void *sleeper(void *arg)
{
	for (;;)
		sleep(1000);
	return arg;
}

static void use_slot(struct slot *s, unsigned *seed)
{
	struct timespec until;
	pthread_mutex_lock(&s->lock);
	s->value++;
	s->copies++;
	if (rand_r(seed) % 4 == 0) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec = (until.tv_nsec + 1000000) % 1000000000;
		pthread_cond_timedwait(&s->changed, &s->lock, &until);
	} else {
		pthread_cond_signal(&s->changed);
	}
	pthread_mutex_unlock(&s->lock);
}

static void use_table(unsigned *seed)
{
	long sum = 0;
	if (rand_r(seed) % 8 == 0) {
		pthread_rwlock_wrlock(&table_lock);
		for (int i = 0; i < 64; i++)
			table[i]++;
	} else {
		pthread_rwlock_rdlock(&table_lock);
		for (int i = 0; i < 64; i++)
			sum += table[i] - table[0];
	}
	pthread_rwlock_unlock(&table_lock);
	if (sum)
		abort();
}

static void start_others(struct slot *s, unsigned *seed)
{
	pthread_t id;
	switch (rand_r(seed) % 4) {
	case 0:
		if (pthread_create(&id, NULL, visitor, s) == 0)
			pthread_join(id, NULL);
		break;
	case 1:
		if (pthread_create(&id, NULL, visitor, s) == 0)
			pthread_detach(id);
		break;
	case 2:
		if (pthread_create(&id, NULL, sleeper, NULL) == 0) {
			pthread_cancel(id);
			pthread_join(id, NULL);
		}
		break;
	default:
		pthread_kill(pthread_self(), SIGUSR1);
	}
}

static void fork_once(void)
{
	pid_t pid = fork();
	if (pid == 0)
		_exit(0);
	if (pid > 0 && waitpid(pid, NULL, 0) == pid)
		atomic_fetch_add(&children, 1);
}

static void *work(void *arg)
{
	unsigned seed = (unsigned)(long)arg;
	while (!atomic_load(&stop)) {
		struct slot *s = &slots[rand_r(&seed) % SLOTS];
		use_slot(s, &seed);
		use_table(&seed);
		pthread_spin_lock(&spin);
		spun++;
		pthread_spin_unlock(&spin);
		if (sem_trywait(&tokens) == 0 || (sem_wait(&tokens) == 0))
			sem_post(&tokens);
		if (rand_r(&seed) % 16 == 0)
			start_others(s, &seed);
		if (rand_r(&seed) % 512 == 0)
			fork_once();
		if (rand_r(&seed) % 64 == 0) {
			bare++;
			memset(torn.bytes, (int)(long)arg, sizeof(torn.bytes));
		}
		atomic_fetch_add(&rounds, 1);
		usleep(rand_r(&seed) % 2000);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 100, seconds = argc > 2 ? atoi(argv[2]) : 600;
	pthread_t *ids = calloc((size_t)threads, sizeof(*ids));
	time_t end = time(NULL) + seconds;
	signal(SIGUSR1, on_signal);
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	sem_init(&tokens, 0, 8);
	for (int i = 0; i < SLOTS; i++) {
		pthread_mutex_init(&slots[i].lock, NULL);
		pthread_cond_init(&slots[i].changed, NULL);
	}
	for (long i = 0; i < threads; i++) {
		if (pthread_create(&ids[i], NULL, work, (void *)(i + 1)) != 0)
			abort();
	}
	while (time(NULL) < end)
		usleep(100000);
	atomic_store(&stop, 1);
	for (int i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	for (int i = 0; i < SLOTS; i++) {
		pthread_mutex_lock(&slots[i].lock);
		if (slots[i].value != slots[i].copies)
			abort();
		pthread_mutex_unlock(&slots[i].lock);
	}
	fprintf(stderr, "%ld rounds, %ld signals, %ld children\n", atomic_load(&rounds),
		atomic_load(&signals), atomic_load(&children));
	return 0;
}
