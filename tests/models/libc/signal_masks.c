/* What each row does to sets and masks: which handlers are kept out afterwards. */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>

int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *time, const sigset_t *set,
		size_t size);

static long in_block, in_filled, in_open, at_end, in_wait;

static void on_hangup(int number)
{
	(void)number;
	in_block++; // NORACE
	in_filled++; // NORACE
	in_open++; // RACE
	at_end++; // RACE
	in_wait++; // NORACE
}

int main(void)
{
	struct sigaction act = {.sa_handler = on_hangup};
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigaction(SIGHUP, &act, NULL);
	in_block = 1; // NORACE
	sigdelset(&set, SIGHUP);
	sigsuspend(&set);
	ppoll(NULL, 0, NULL, &set);
	pselect(0, NULL, NULL, NULL, NULL, &set);
	__ppoll_chk(NULL, 0, NULL, &set, 0);
	epoll_pwait(0, NULL, 0, 0, &set);
	epoll_pwait2(0, NULL, 0, NULL, &set);
	in_wait = 1; // NORACE
	pthread_sigmask(SIG_SETMASK, &set, NULL);
	in_open = 1; // RACE
	sigfillset(&set);
	pthread_sigmask(SIG_SETMASK, &set, NULL);
	in_filled = 1; // NORACE
	sigrelse(SIGHUP);
	at_end = 1; // RACE
	return 0;
}
