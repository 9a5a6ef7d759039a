/* What a signal brings with it: the pointer that sigqueue() has sent is found by the handler. */
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>

static struct state {
	int count;
} state;

static void on_signal(int number, siginfo_t *info, void *context)
{
	struct state *s = info->si_value.sival_ptr;

	(void)number, (void)context;
	s->count++; // RACE
}

int main(void)
{
	struct sigaction act = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
	union sigval value = {.sival_ptr = &state};

	sigaction(SIGUSR1, &act, NULL);
	sigqueue(getpid(), SIGUSR1, value);
	state.count++; // RACE
	return 0;
}
