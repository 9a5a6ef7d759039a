// As 47_semaphore_passed_on_safe.c, but what was waited for is not the end of the thread.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
struct job { sem_t free, other; long in, out, late; };

/* The thread does something more behind its post. */
static struct job early;
static void *posts_early(void *arg)
{
	struct job *j = arg;
	j->out += j->in;
	sem_post(&j->free);
	j->late++; // RACE
	return NULL;
}
static void run_early(int n)
{
	sem_init(&early.free, 0, 1);
	for (int i = 0; i < n; i++) {
		pthread_t id;
		sem_wait(&early.free);
		early.in = i;
		pthread_create(&id, NULL, posts_early, &early);
	}
	sem_wait(&early.free);
	early.late++; // RACE
	sem_post(&early.free);
}

/* The creator gives the semaphore back itself. */
static struct job shared;
static void *works(void *arg)
{
	struct job *j = arg;
	j->out += j->in; // RACE
	sem_post(&j->free);
	return NULL;
}
static void run_shared(int n)
{
	sem_init(&shared.free, 0, 1);
	for (int i = 0; i < n; i++) {
		pthread_t id;
		sem_wait(&shared.free);
		pthread_create(&id, NULL, works, &shared);
		sem_post(&shared.free);
	}
	sem_wait(&shared.free);
	shared.out++; // RACE
}

/* It is not waited for before the next one is created. */
static struct job unwaited;
static void *works_too(void *arg)
{
	struct job *j = arg;
	j->out += j->in; // RACE
	sem_post(&j->free);
	return NULL;
}
static void run_unwaited(int n)
{
	sem_init(&unwaited.free, 0, 0);
	for (int i = 0; i < n; i++) {
		pthread_t id;
		pthread_create(&id, NULL, works_too, &unwaited);
	}
	sem_wait(&unwaited.free);
}

/* It waits for another one. */
static struct job mixed;
static void *works_alone(void *arg)
{
	struct job *j = arg;
	j->out += j->in; // RACE
	sem_post(&j->free);
	return NULL;
}
static void take(sem_t *s)
{
	sem_wait(s);
}
static void run_mixed(int n)
{
	sem_init(&mixed.free, 0, 1);
	sem_init(&mixed.other, 0, 100);
	for (int i = 0; i < n; i++) {
		pthread_t id;
		take(&mixed.other);
		pthread_create(&id, NULL, works_alone, &mixed);
	}
	take(&mixed.free);
}

/* It only tries. */
static struct job tried;
static void *works_on(void *arg)
{
	struct job *j = arg;
	j->out += j->in; // RACE
	sem_post(&j->free);
	return NULL;
}
static void run_tried(int n)
{
	sem_init(&tried.free, 0, 1);
	for (int i = 0; i < n; i++) {
		pthread_t id;
		sem_trywait(&tried.free);
		pthread_create(&id, NULL, works_on, &tried);
	}
}

/* Somebody else posts it. */
static struct job helped;
static void *helps(void *arg)
{
	sem_post(&((struct job *)arg)->free);
	return NULL;
}
static void *works_helped(void *arg)
{
	struct job *j = arg;
	j->out += j->in; // RACE
	sem_post(&j->free);
	return NULL;
}
static void *wakes(void *arg)
{
	pthread_t id;
	pthread_create(&id, NULL, helps, arg);
	return NULL;
}
static void run_helped(int n)
{
	pthread_t id;
	sem_init(&helped.free, 0, 1);
	pthread_create(&id, NULL, wakes, &helped);
	for (int i = 0; i < n; i++) {
		sem_wait(&helped.free);
		pthread_create(&id, NULL, works_helped, &helped);
	}
	sem_wait(&helped.free);
	helped.out++; // RACE
}

int main(int argc, char **argv)
{
	(void)argv;
	run_early(argc);
	run_shared(argc);
	run_unwaited(argc);
	run_mixed(argc);
	run_tried(argc);
	run_helped(argc);
	return 0;
}
