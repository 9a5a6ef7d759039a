/* The workers are created with all signals blocked, and main lets one in when they have ended. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static long hits, others;

static void on_signal(int number)
{
	(void)number;
	hits++; // FP when it is let in is not looked at, only whether
}

static void on_other(int number)
{
	(void)number;
	others++; // NORACE
}

static void *work(void *arg)
{
	pthread_mutex_t *lock = arg;

	pthread_mutex_lock(lock);
	others += 2; // NORACE
	hits += 2; // FP when it is let in is not looked at, only whether
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
	signal(SIGUSR1, on_other);
	for (int i = 0; i < 2; i++)
		pthread_create(&id[i], NULL, work, &lock);
	for (int i = 0; i < 2; i++)
		pthread_join(id[i], NULL);
	sigdelset(&all, SIGHUP);
	sigsuspend(&all);
	return 0;
}
