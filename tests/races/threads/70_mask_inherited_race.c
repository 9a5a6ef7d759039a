/* The workers have the signal blocked; main waits with it open while they run, so the handler
 * runs there. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static long hits;

static void on_signal(int number)
{
	(void)number;
	hits++; // RACE
}

static void *work(void *arg)
{
	pthread_mutex_t *lock = arg;

	pthread_mutex_lock(lock);
	hits += 2; // RACE
	pthread_mutex_unlock(lock);
	return arg;
}

int main(void)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct sigaction act = {.sa_handler = on_signal};
	sigset_t all;
	pthread_t id[2];

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	sigaction(SIGHUP, &act, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, &lock);
	sigdelset(&all, SIGHUP);
	sigsuspend(&all);
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	return 0;
}
