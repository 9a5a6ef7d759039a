/* Who waits for a signal gets the pointer that was sent with one; not what nobody has sent. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

struct state {
	int count;
};
static struct state kept, waited;

static void *wait_for_it(void *arg)
{
	siginfo_t info;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigwaitinfo(&set, &info);
	((struct state *)info.si_value.sival_ptr)->count++; // RACE
	return arg;
}

static void send(int number, struct state *s)
{
	union sigval value = {.sival_ptr = s};

	sigqueue(getpid(), number, value);
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, wait_for_it, NULL);
	send(SIGUSR2, &waited);
	kept.count++;	// NORACE
	waited.count++; // RACE
	pthread_join(t, NULL);
	return 0;
}
