# SPDX-License-Identifier: MIT
# Whatever the program does: it is stopped in time, with all that it has started.
. "$ROOT/tests/cli/lib.bash"
cat >endless.c <<'END'
#include <pthread.h>
#include <unistd.h>
static int x;
static void *again(void *arg)
{
	pthread_t id;
	x++;
	while (pthread_create(&id, 0, again, 0) != 0)
		usleep(1000);
	pthread_detach(id);
	return arg;
}
int main(void)
{
	pthread_t id;
	if (fork() == 0) {
		setsid();
		if (fork() == 0)
			execlp("sleep", "sleep", "4321", (char *)0);
		_exit(0);
	}
	pthread_create(&id, 0, again, 0);
	pthread_create(&id, 0, again, 0);
	for (;;)
		pause();
}
END
expect 1 confirm --runs 3 --timeout 0.3 endless.c
shows "stopped at the time limit"
shows "confirmed;"
pgrep -f 'sleep 4321' >/dev/null && fail "a child is left"

# a crash is told with its stack
cat >crash.c <<'END'
#include <pthread.h>
static int *p;
static void *use(void *arg) { *p = 1; return arg; }
int main(void)
{
	pthread_t id;
	pthread_create(&id, 0, use, 0);
	pthread_join(id, 0);
	return 0;
}
END
expect 0 confirm --runs 2 crash.c
shows "the program crashed (SIGSEGV) in run 1"
shows "crash.c:3:"

# signals, fork, condition variables and a hundred threads
cat >busy.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int started, racy;
static volatile sig_atomic_t got;
static void handler(int n) { got = n; }
static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	if (++started == 100)
		pthread_cond_broadcast(&c);
	while (started < 100)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	racy++;
	return arg;
}
int main(void)
{
	pthread_t ids[100];
	int status;
	signal(SIGUSR1, handler);
	for (int i = 0; i < 100; i++)
		pthread_create(&ids[i], 0, work, 0);
	kill(getpid(), SIGUSR1);
	pid_t child = fork();
	if (child == 0)
		_exit(3);
	if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 3)
		abort();
	for (int i = 0; i < 100; i++)
		pthread_join(ids[i], 0);
	if (got != SIGUSR1)
		abort();
	return 0;
}
END
expect 1 confirm --runs 4 busy.c
shows "data race on 'racy' [confirmed;"
hides crashed
hides "time limit"
clean
