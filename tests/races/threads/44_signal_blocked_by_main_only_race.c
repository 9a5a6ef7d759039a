/* Main blocks the signal, but a thread that was created before does not: the handler runs there. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static long hits;

static void on_signal(int number)
{
	(void)number;
	hits++; // RACE
}

static void *wait_for_it(void *arg)
{
	pause();
	return arg;
}

int main(void)
{
	struct sigaction act = {.sa_handler = on_signal};
	sigset_t block;
	pthread_t id;

	sigaction(SIGHUP, &act, NULL);
	pthread_create(&id, NULL, wait_for_it, NULL);
	sigemptyset(&block);
	sigaddset(&block, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &block, NULL);
	hits += 2; // RACE
	pthread_join(id, NULL);
	return 0;
}
