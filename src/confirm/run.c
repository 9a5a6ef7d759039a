/* SPDX-License-Identifier: MIT */
/* Processes whose parent has gone become our children, and are found that way. */
#define _GNU_SOURCE
#include "confirm/run.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/process.h"

enum { MAX_SWEEPS = 100, MAX_PATIENCE = 12 };

static void end_child(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* As the kernel lists them; false: it does not. Only our main thread has any. */
static bool kill_listed(bool *some)
{
	char path[64];
	int pid;
	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	FILE *in = fopen(path, "re");
	if (!in)
		return false;
	while (fscanf(in, "%d", &pid) == 1) {
		end_child(pid);
		*some = true;
	}
	fclose(in);
	return true;
}

/* Is it a child of ours that this run has left behind? */
static bool is_our_child(const char *pid)
{
	char path[64], text[512];
	snprintf(path, sizeof(path), "/proc/%.16s/stat", pid);
	FILE *in = fopen(path, "re");
	if (!in)
		return false;
	size_t n = fread(text, 1, sizeof(text) - 1, in);
	text[n] = 0;
	fclose(in);
	const char *end = strrchr(text, ')'); /* of the name, which may be anything */
	int parent = 0;
	return end && sscanf(end + 1, " %*c %d", &parent) == 1 && parent == getpid();
}

/* True when there was somebody. */
static bool kill_orphans(void)
{
	bool some = false;
	if (kill_listed(&some))
		return some;
	DIR *all = opendir("/proc");
	struct dirent *e;
	while (all && (e = readdir(all))) {
		if (!isdigit((unsigned char)e->d_name[0]) || !is_our_child(e->d_name))
			continue;
		end_child((pid_t)strtol(e->d_name, NULL, 10));
		some = true;
	}
	if (all)
		closedir(all);
	return some;
}

static void add_files(posix_spawn_file_actions_t *files, const struct run *r)
{
	const char *input = r->input ? r->input : "/dev/null";
	posix_spawn_file_actions_init(files);
	posix_spawn_file_actions_addopen(files, STDIN_FILENO, input, O_RDONLY, 0);
	if (r->shows_output) {
		posix_spawn_file_actions_adddup2(files, STDERR_FILENO, STDOUT_FILENO);
		return;
	}
	posix_spawn_file_actions_addopen(files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
}

/* In a group of its own, with no signal blocked. */
static pid_t start(const struct run *r)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none;
	pid_t pid = 0;
	char *const *argv;
	memcpy(&argv, &r->command, sizeof(argv)); /* posix_spawnp lacks the const */
	sigemptyset(&none);
	add_files(&files, r);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setsigmask(&attr, &none);
	setenv("CHEQUER_CONFIRM", r->plan, 1);
	/* what is at an address is there in the next run as well */
	int before = personality(0xffffffff);
	if (before >= 0)
		personality((unsigned long)before | ADDR_NO_RANDOMIZE);
	int error = posix_spawnp(&pid, argv[0], &files, &attr, argv, environ);
	if (before >= 0)
		personality((unsigned long)before);
	unsetenv("CHEQUER_CONFIRM");
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&files);
	if (error)
		die("cannot run %s: %s", argv[0], strerror(error));
	return pid;
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Seconds in which one thread of the process could have run, and had no processor: of the one
 * that waited longest. */
static double process_waited(const char *pid)
{
	char path[64], name[400];
	double longest = 0;
	struct dirent *e;
	snprintf(path, sizeof(path), "/proc/%.16s/task", pid);
	DIR *tasks = opendir(path);
	while (tasks && (e = readdir(tasks))) {
		unsigned long long ran, waited;
		snprintf(name, sizeof(name), "%s/%s/schedstat", path, e->d_name);
		FILE *in = e->d_name[0] == '.' ? NULL : fopen(name, "re");
		if (in && fscanf(in, "%llu %llu", &ran, &waited) == 2 && waited / 1e9 > longest)
			longest = waited / 1e9;
		if (in)
			fclose(in);
	}
	if (tasks)
		closedir(tasks);
	return longest;
}

/* Of all processes of the group. */
static double group_waited(pid_t group)
{
	DIR *all = opendir("/proc");
	struct dirent *e;
	double longest = 0;
	while (all && (e = readdir(all))) {
		if (!isdigit((unsigned char)e->d_name[0]) ||
		    getpgid((pid_t)strtol(e->d_name, NULL, 10)) != group)
			continue;
		double waited = process_waited(e->d_name);
		longest = waited > longest ? waited : longest;
	}
	if (all)
		closedir(all);
	return longest;
}

/* False at the time limit. */
static bool wait_for_end(pid_t pid, const struct run *r)
{
	int fd = (int)syscall(SYS_pidfd_open, pid, 0U);
	struct pollfd wait = {.fd = fd, .events = POLLIN};
	double begin = now(), limit = r->timeout, last = r->timeout * MAX_PATIENCE;
	bool ended = false;
	while (fd >= 0 && !ended) {
		double left = begin + limit - now();
		ended = poll(&wait, 1, left > 0 ? (int)(left * 1000) + 1 : 0) > 0;
		limit = r->is_patient ? r->timeout + group_waited(pid) : r->timeout;
		if (now() - begin >= (limit < last ? limit : last))
			break;
	}
	if (fd >= 0)
		close(fd);
	return ended;
}

struct run_result run_command(const struct run *r)
{
	struct run_result result = {0};
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	pid_t pid = start(r);
	process_guard_group(pid);
	double begin = now();
	result.timed_out = !wait_for_end(pid, r);
	result.seconds = now() - begin;
	kill(-pid, SIGKILL);
	waitpid(pid, &result.status, 0);
	for (int i = 0; i < MAX_SWEEPS && kill_orphans(); i++)
		;
	process_forget_group(pid);
	return result;
}

const char *run_keep_input(void)
{
	static char path[4200];
	char block[1 << 14];
	ssize_t n;
	if (isatty(STDIN_FILENO))
		return NULL;
	snprintf(path, sizeof(path), "%s/input", process_temporary_directory());
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	while (fd >= 0 && (n = read(STDIN_FILENO, block, sizeof(block))) > 0) {
		if (write(fd, block, (size_t)n) != n)
			die("cannot keep standard input in %s: %s", path, strerror(errno));
	}
	if (fd >= 0)
		close(fd);
	return path;
}
