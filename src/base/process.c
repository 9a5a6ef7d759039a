/* SPDX-License-Identifier: MIT */
/*
 * Signals that end us are blocked in every thread and taken by one thread with
 * sigwait, so that clean-up is ordinary code. A lock orders it with the workers:
 * after 'stopping' is set no child is started, and a worker forgets a child's
 * id, under the lock, before it reaps it. So only our own children are killed.
 * A worker that finds us stopping waits for the end: nobody must take the death
 * of its child for an answer.
 */
#define _GNU_SOURCE
#include "base/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/limit.h"
#include "base/vec.h"

enum { ERRORS_KEPT = 1 << 20, POLL_MS = 100 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static VEC(pid_t) children; /* guarded by lock, as all below */
static bool stopping;
static char *temporary;
static char *given; /* TMPDIR as we found it, or NULL */

/* ---- the temporary directory ---- */

static void remove_tree(int parent, const char *name)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;
	while (dir && (e = readdir(dir))) {
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		if (unlinkat(fd, e->d_name, 0) != 0)
			remove_tree(fd, e->d_name);
	}
	if (dir)
		closedir(dir);
	unlinkat(parent, name, AT_REMOVEDIR);
}

static void remove_temporary(void)
{
	if (!temporary)
		return;
	remove_tree(AT_FDCWD, temporary);
	if (given)
		setenv("TMPDIR", given, 1);
	else
		unsetenv("TMPDIR");
	free(given);
	free(temporary);
	given = temporary = NULL;
}

const char *process_temporary_directory(void)
{
	const char *base = getenv("TMPDIR");
	struct str path = {0};
	pthread_mutex_lock(&lock);
	if (!temporary) {
		str_addf(&path, "%s/chequer-XXXXXX", base && *base ? base : "/tmp");
		if (!mkdtemp(path.at)) {
			pthread_mutex_unlock(&lock);
			die("cannot make a temporary directory %s: %s; set TMPDIR to a "
			    "directory that can be written",
			    path.at, strerror(errno));
		}
		temporary = path.at;
		given = base ? strdup(base) : NULL;
		setenv("TMPDIR", temporary, 1);
	}
	const char *directory = temporary;
	pthread_mutex_unlock(&lock);
	return directory;
}

void process_cleanup(void)
{
	pthread_mutex_lock(&lock);
	remove_temporary();
	pthread_mutex_unlock(&lock);
}

/* ---- being stopped ---- */

static uint32_t kill_children(void)
{
	for (uint32_t i = 0; i < children.n; i++)
		kill(children.at[i], SIGKILL);
	return children.n;
}

/* The workers reap; give them two seconds. */
static void stop_everything(void)
{
	const struct timespec pause = {0, 5 * 1000 * 1000};
	pthread_mutex_lock(&lock);
	stopping = true;
	for (int i = 0; i < 400 && kill_children() > 0; i++) {
		pthread_mutex_unlock(&lock);
		nanosleep(&pause, NULL);
		pthread_mutex_lock(&lock);
	}
	remove_temporary();
	pthread_mutex_unlock(&lock);
}

static void ending_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
}

static void *take_signals(void *unused)
{
	sigset_t set;
	int number;
	(void)unused;
	ending_signals(&set);
	if (sigwait(&set, &number) != 0)
		return NULL;
	stop_everything();
	signal(number, SIG_DFL);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	raise(number);
	_exit(EXIT_BAD_INPUT);
}

void process_guard(void)
{
	pthread_t id;
	sigset_t set;
	ending_signals(&set);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	if (pthread_create(&id, NULL, take_signals, NULL) != 0)
		die("cannot start the thread that takes signals");
	pthread_detach(id);
	at_die(stop_everything);
}

/* ---- children ---- */

static int spawn(const struct process *p, int errors_to, pid_t *pid)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, defaults;
	sigemptyset(&none);
	ending_signals(&defaults);
	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &defaults);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, errors_to, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, errors_to, STDERR_FILENO);
	if (p->directory)
		posix_spawn_file_actions_addchdir_np(&files, p->directory);
	char *const *argv;
	memcpy(&argv, &p->argv, sizeof(argv)); /* posix_spawnp lacks the const */
	int error = posix_spawnp(pid, argv[0], &files, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&files);
	return error;
}

static enum process_result start(const struct process *p, int errors_to, pid_t *pid)
{
	pthread_mutex_lock(&lock);
	int error = stopping ? ECANCELED : spawn(p, errors_to, pid);
	if (error == 0)
		vec_push(&children, *pid);
	pthread_mutex_unlock(&lock);
	errno = error;
	return error ? PROCESS_NOT_FOUND : PROCESS_ENDED;
}

/* In the list of children as a negative number, as kill takes it. */
void process_guard_group(int group)
{
	pthread_mutex_lock(&lock);
	if (stopping)
		kill(-group, SIGKILL);
	vec_push(&children, -group);
	pthread_mutex_unlock(&lock);
}

static void forget(pid_t pid)
{
	for (uint32_t i = 0; i < children.n; i++) {
		if (children.at[i] == pid) {
			children.at[i] = children.at[--children.n];
			break;
		}
	}
}

void process_forget_group(int group)
{
	pthread_mutex_lock(&lock);
	forget(-group);
	pthread_mutex_unlock(&lock);
}

static void reap(pid_t pid, int *status)
{
	siginfo_t info;
	while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR)
		;
	pthread_mutex_lock(&lock);
	forget(pid);
	waitpid(pid, status, 0);
	pthread_mutex_unlock(&lock);
}

/* Until end of file; true when a limit made us kill the child. */
static bool collect(pid_t pid, int from, struct str *errors)
{
	char buffer[4096];
	struct pollfd wait = {.fd = from, .events = POLLIN};
	for (;;) {
		int ready = poll(&wait, 1, POLL_MS);
		if (limit_reached()) {
			kill(pid, SIGKILL);
			return true;
		}
		if (ready <= 0)
			continue;
		ssize_t n = read(from, buffer, sizeof(buffer));
		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		if (n > 0 && errors->n < ERRORS_KEPT)
			str_addn(errors, buffer, (size_t)n);
	}
}

/* Only this thread goes on in the copy. What the others have begun is not for it to end. */
static void become_copy(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	children.n = 0;
	temporary = NULL;
}

int process_copy(void)
{
	pthread_mutex_lock(&lock);
	pid_t us = getpid(), pid = stopping ? -1 : fork();
	if (pid > 0)
		vec_push(&children, pid);
	if (pid == 0)
		become_copy();
	pthread_mutex_unlock(&lock);
	if (pid == 0 && getppid() != us)
		_exit(EXIT_BAD_INPUT); /* we have ended meanwhile */
	return pid;
}

static void wait_if_stopping(void)
{
	pthread_mutex_lock(&lock);
	bool end = stopping;
	pthread_mutex_unlock(&lock);
	while (end)
		pause();
}

bool process_end_copy(int id)
{
	int status = 0;
	reap(id, &status);
	wait_if_stopping();
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

enum process_result process_run(const struct process *p, int *status)
{
	int ends[2];
	pid_t pid;
	if (pipe2(ends, O_CLOEXEC) != 0)
		die("cannot make a pipe: %s", strerror(errno));
	enum process_result r = start(p, ends[1], &pid);
	int why = errno;
	close(ends[1]);
	if (r == PROCESS_ENDED) {
		if (collect(pid, ends[0], p->errors))
			r = PROCESS_STOPPED;
		reap(pid, status);
	}
	close(ends[0]);
	wait_if_stopping();
	errno = why;
	return r;
}
