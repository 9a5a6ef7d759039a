/* SPDX-License-Identifier: MIT */
/* Reads the log, line by line; a record counts when its 'end' is there. */
#include "confirm/log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

struct reader {
	struct seen_log *log;
	struct seen now; /* the record that is being read */
	int side;	 /* the last one that began, or -1 */
	bool open;
};

static void read_addresses(struct addresses *to, const char *text)
{
	char *end;
	for (;; text = end) {
		uint64_t n = strtoull(text, &end, 16);
		if (end == text)
			return;
		vec_push(&to->list, n);
	}
}

static void free_seen(struct seen *s)
{
	for (int i = 0; i < 2; i++) {
		vec_free(&s->sides[i].stack.list);
		vec_free(&s->sides[i].created.list);
		vec_free(&s->sides[i].locks);
	}
	vec_free(&s->modules);
}

static void begin(struct reader *r, struct seen s)
{
	if (r->open)
		free_seen(&r->now);
	r->now = s;
	r->side = s.signal ? 0 : -1;
	r->open = true;
}

static void read_side(struct reader *r, const char *line)
{
	struct seen_side s = {0};
	if (r->side < 1 &&
	    sscanf(line, "side %u %" SCNx64 " %" SCNx64 " %u %" SCNx64 " %" SCNu64 " %u %" SCNx64,
		   &s.thread, &s.name, &s.entry, &s.flags, &s.address, &s.size, &s.arrival,
		   &s.pc) == 8)
		r->now.sides[++r->side] = s;
}

static void read_after(struct reader *r, const char *line)
{
	char bytes[64];
	unsigned number, pid;
	if (sscanf(line, "after %u %u %63s", &number, &pid, bytes) != 3)
		return;
	for (uint32_t i = 0; i < r->log->list.n; i++) {
		struct seen *s = &r->log->list.at[i];
		if (s->number == number && s->pid == pid && !s->signal)
			s->after = arena_strdup(&r->log->memory, bytes);
	}
}

/* Lines of a side. */
static void read_detail(struct reader *r, const char *line)
{
	struct seen_side *s = &r->now.sides[r->side];
	struct seen_lock lock = {0};
	int shared;
	if (strncmp(line, "stack", 5) == 0)
		read_addresses(&s->stack, line + 5);
	else if (strncmp(line, "created", 7) == 0)
		read_addresses(&s->created, line + 7);
	else if (sscanf(line, "lock %" SCNx64 " %d %" SCNx64, &lock.address, &shared,
			&lock.pc) == 3) {
		lock.shared = shared;
		vec_push(&s->locks, lock);
	}
}

static void read_end(struct reader *r)
{
	if (r->open && (r->side == 1 || r->now.signal))
		vec_push(&r->log->list, r->now);
	else if (r->open)
		free_seen(&r->now);
	r->open = false;
}

static void read_line(struct reader *r, char *line)
{
	struct seen s = {0};
	struct arena *a = &r->log->memory;
	uint64_t base;
	int at = 0;
	char bytes[64];
	if (sscanf(line, "race %u %u", &s.number, &s.pid) == 2)
		begin(r, s);
	else if (sscanf(line, "crash %d %" SCNx64 " %u", &s.signal, &s.sides[0].address,
			&s.sides[0].thread) == 3)
		begin(r, s);
	else if (strncmp(line, "program ", 8) == 0)
		vec_push(&r->log->programs, arena_strdup(a, line + 8));
	else if (strncmp(line, "after ", 6) == 0)
		read_after(r, line);
	else if (strcmp(line, "end") == 0)
		read_end(r);
	else if (!r->open)
		return;
	else if (strncmp(line, "side ", 5) == 0)
		read_side(r, line);
	else if (sscanf(line, "module %" SCNx64 " %n", &base, &at) == 1 && at) {
		struct seen_module m = {base, arena_strdup(a, line + at)};
		vec_push(&r->now.modules, m);
	} else if (sscanf(line, "bytes %" SCNx64 " %63s", &r->now.low, bytes) == 2)
		r->now.before = arena_strdup(a, bytes);
	else if (r->side >= 0)
		read_detail(r, line);
}

void log_read(struct seen_log *l, const char *path)
{
	struct reader r = {.log = l, .side = -1};
	struct str text = {0};
	if (str_read_file(&text, path) && text.at) {
		char *save;
		for (char *line = strtok_r(text.at, "\n", &save); line;
		     line = strtok_r(NULL, "\n", &save))
			read_line(&r, line);
	}
	if (r.open)
		free_seen(&r.now);
	str_free(&text);
}

void log_free(struct seen_log *l)
{
	for (uint32_t i = 0; i < l->list.n; i++)
		free_seen(&l->list.at[i]);
	vec_free(&l->list);
	vec_free(&l->programs);
	arena_release(&l->memory);
}
