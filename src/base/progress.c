/* SPDX-License-Identifier: MIT */
/* The line is redrawn at most every 50 ms, and when a phase starts or is done. */
#include "base/progress.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool shown; /* looked at first, without the lock */
static struct {
	bool on_screen;
	const char *phase;
	uint32_t done, total;
	double drawn;
} progress; /* guarded by lock */

static void put(const char *text)
{
	if (write(STDERR_FILENO, text, strlen(text)) < 0)
		return; /* progress is a courtesy */
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void draw(void)
{
	char text[128];
	if (progress.total)
		snprintf(text, sizeof(text), "\r\033[K[%u/%u] %s", progress.done,
			 progress.total, progress.phase);
	else
		snprintf(text, sizeof(text), "\r\033[K%s", progress.phase);
	put(text);
	progress.on_screen = true;
	progress.drawn = now();
}

void progress_start(bool show)
{
	shown = show;
}

void progress_phase(const char *name, uint32_t total)
{
	if (!shown)
		return;
	pthread_mutex_lock(&lock);
	progress.phase = name;
	progress.total = total;
	progress.done = 0;
	draw();
	pthread_mutex_unlock(&lock);
}

void progress_step(void)
{
	if (!shown)
		return;
	pthread_mutex_lock(&lock);
	progress.done++;
	bool last = progress.done == progress.total;
	if (progress.phase && (last || now() - progress.drawn > 0.05))
		draw();
	pthread_mutex_unlock(&lock);
}

void progress_erase(void)
{
	if (!shown)
		return;
	pthread_mutex_lock(&lock);
	if (progress.on_screen)
		put("\r\033[K");
	progress.on_screen = false;
	pthread_mutex_unlock(&lock);
}

void progress_end(void)
{
	progress_erase();
	shown = false;
}
