/* SPDX-License-Identifier: MIT */
/*
 * The number of tasks that were begun is the only memory that the copies share; each takes
 * the next. A copy keeps what its tasks say until there are no more, and sends all of it
 * through a pipe. By then whoever waits for it has no tasks either, and reads.
 */
#define _GNU_SOURCE
#include "base/copies.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/limit.h"
#include "base/process.h"
#include "base/vec.h"

/* In front of what a task says. */
struct header {
	uint32_t task;
	size_t size;
};

struct copy {
	int id, from; /* process, pipe */
	struct str said;
};

typedef void after_task(void);

static void nothing(void)
{
}

static void run_task(const struct copies_work *w, uint32_t task, struct str *out)
{
	struct header h = {task, 0};
	size_t at = out->n;
	str_addn(out, (const char *)&h, sizeof(h));
	w->run(w->context, task, out);
	h.size = out->n - at - sizeof(h);
	memcpy(out->at + at, &h, sizeof(h));
}

static void run_tasks(const struct copies_work *w, atomic_uint *begun, struct str *out,
		      after_task *after)
{
	for (uint32_t i = atomic_fetch_add(begun, 1); i < w->n; i = atomic_fetch_add(begun, 1)) {
		run_task(w, w->order[i], out);
		after();
	}
}

/* ---- in a copy ---- */

static bool send_all(int to, const struct str *s)
{
	for (size_t sent = 0; sent < s->n;) {
		ssize_t n = write(to, s->at + sent, s->n - sent);
		if (n < 0 && errno != EINTR)
			return false;
		sent += n > 0 ? (size_t)n : 0;
	}
	return true;
}

static void be_copy(const struct copies_work *w, atomic_uint *begun, int to)
{
	struct str said = {0};
	limit_count_copy();
	w->begin(w->context);
	run_tasks(w, begun, &said, limit_count_copy);
	_exit(send_all(to, &said) ? 0 : 1);
}

/* ---- in the process that asks ---- */

static bool make_copy(const struct copies_work *w, atomic_uint *begun, struct copy *c)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	c->id = process_copy();
	if (c->id == 0)
		be_copy(w, begun, ends[1]);
	close(ends[1]);
	c->from = ends[0];
	if (c->id < 0)
		close(ends[0]);
	return c->id > 0;
}

/* What it sends, if it comes to its end. */
static void hear(struct copy *c)
{
	char buffer[1 << 16];
	for (;;) {
		ssize_t n = read(c->from, buffer, sizeof(buffer));
		if (n == 0 || (n < 0 && errno != EINTR))
			break;
		if (n > 0)
			str_addn(&c->said, buffer, (size_t)n);
	}
	close(c->from);
	if (!process_end_copy(c->id))
		str_clear(&c->said);
}

/* Calls said, if given; marks the tasks. */
static void hand_over(const struct copies_work *w, const struct str *s, unsigned worker,
		      copies_said *said, bool *done)
{
	for (size_t i = 0; i < s->n;) {
		struct header h;
		memcpy(&h, s->at + i, sizeof(h));
		i += sizeof(h);
		done[h.task] = true;
		if (said)
			said(w->context, worker, h.task, s->at + i, h.size);
		i += h.size;
	}
}

/* Tasks that nobody has spoken of are done here. */
static void do_missing(const struct copies_work *w, struct copy *all, unsigned workers)
{
	bool *done = xcalloc((size_t)w->n + 1, sizeof(*done));
	for (unsigned i = 0; i < workers; i++)
		hand_over(w, &all[i].said, i, NULL, done);
	for (uint32_t i = 0; i < w->n; i++) {
		if (!done[i])
			run_task(w, i, &all[0].said);
	}
	for (unsigned i = 0; i < workers; i++) {
		hand_over(w, &all[i].said, i, w->said, done);
		str_free(&all[i].said);
	}
	free(done);
}

static atomic_uint *share_number(void)
{
	void *p = mmap(NULL, sizeof(atomic_uint), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		die("no memory to share with workers: %s", strerror(errno));
	return p;
}

void copies_run(unsigned workers, const struct copies_work *w)
{
	struct copy all[MAX_WORKERS] = {0}; /* [0] is this process */
	unsigned n = 1;
	atomic_uint *begun = share_number();
	for (uint32_t i = 0; i < w->alone; i++)
		run_task(w, w->order[i], &all[0].said);
	atomic_init(begun, w->alone);
	while (n < workers && n < MAX_WORKERS && make_copy(w, begun, &all[n]))
		n++;
	run_tasks(w, begun, &all[0].said, nothing);
	for (unsigned i = 1; i < n; i++)
		hear(&all[i]);
	do_missing(w, all, n);
	munmap(begun, sizeof(*begun));
}
