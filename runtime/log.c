/* SPDX-License-Identifier: MIT */
/*
 * What was seen, as lines of text, each record written at once so that it is there
 * whatever happens next. Addresses are those of this process; the modules of the record
 * tell what they belong to. src/confirm/log.c reads it.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char buffer[1 << 16];
static size_t used;
static uint32_t races;
static atomic_flag lock = ATOMIC_FLAG_INIT;

void log_lock_for_fork(void)
{
	while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
		usleep(0);
}

void log_unlock_for_fork(void)
{
	atomic_flag_clear_explicit(&lock, memory_order_release);
}

/* From the frame that the program's own code is in. */
void take_stack(struct stack *s, uintptr_t top)
{
	void *frames[STACK_DEPTH + 8];
	int n = backtrace(frames, STACK_DEPTH + 8), from = 0;
	for (int i = 0; i < n && i < 8; i++) {
		if ((uintptr_t)frames[i] == top)
			from = i;
	}
	s->n = 0;
	if (from == 0 && top)
		s->pc[s->n++] = top;
	for (int i = from; i < n && s->n < STACK_DEPTH; i++)
		s->pc[s->n++] = (uintptr_t)frames[i];
}

void log_open(const char *path)
{
	plan.log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void add(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = vsnprintf(buffer + used, sizeof(buffer) - used, format, args);
	va_end(args);
	if (n > 0 && used + (size_t)n < sizeof(buffer))
		used += (size_t)n;
}

static void flush(void)
{
	size_t done = 0;
	while (done < used) {
		ssize_t n = write(plan.log, buffer + done, used - done);
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	used = 0;
}

void log_line(const char *format, ...)
{
	va_list args;
	log_lock_for_fork();
	va_start(args, format);
	int n = vsnprintf(buffer, sizeof(buffer) - 1, format, args);
	va_end(args);
	used = n > 0 && (size_t)n < sizeof(buffer) - 1 ? (size_t)n : 0;
	buffer[used++] = '\n';
	flush();
	log_unlock_for_fork();
}

static void add_stack(const char *word, const struct stack *s)
{
	add("%s", word);
	for (uint32_t i = 0; i < s->n; i++)
		add(" %jx", (uintmax_t)s->pc[i]);
	add("\n");
}

static int add_module(struct dl_phdr_info *info, size_t size, void *unused)
{
	char path[PATH_MAX];
	(void)size, (void)unused;
	if (info->dlpi_name && *info->dlpi_name) {
		add("module %jx %s\n", (uintmax_t)info->dlpi_addr, info->dlpi_name);
		return 0;
	}
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	if (n > 0)
		add("module %jx %.*s\n", (uintmax_t)info->dlpi_addr, (int)n, path);
	return 0;
}

/* Memory that nobody can write: who is about to will crash, and that is no race. */
static int find_read_only(struct dl_phdr_info *info, size_t size, void *address)
{
	uintptr_t at = (uintptr_t)address - info->dlpi_addr;
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (at >= p->p_vaddr && at - p->p_vaddr < p->p_memsz &&
		    ((p->p_type == PT_LOAD && !(p->p_flags & PF_W)) ||
		     p->p_type == PT_GNU_RELRO))
			return 1;
	}
	return 0;
}

bool is_read_only(uintptr_t address)
{
	return dl_iterate_phdr(find_read_only, (void *)address);
}

static void add_side(const struct thread *t, const struct access *a, const struct stack *s,
		     uint32_t arrival)
{
	add("side %u %jx %jx %u %jx %zu %u %jx\n", t->number, (uintmax_t)t->name,
	    (uintmax_t)t->entry, a->flags, (uintmax_t)a->low, a->high - a->low, arrival,
	    (uintmax_t)a->pc);
	add_stack("stack", s);
	add_stack("created", &t->created);
	for (uint32_t i = 0; i < t->lock_count && i < LOCKS_KEPT; i++)
		add("lock %jx %d %jx\n", (uintmax_t)(uintptr_t)t->locks[i].lock,
		    t->locks[i].shared, (uintmax_t)t->locks[i].pc);
}

static void add_bytes(const unsigned char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add("%02x", bytes[i]);
	add("\n");
}

uint32_t log_race(struct slot *s, const struct access *a, uint32_t arrival)
{
	struct stack here;
	take_stack(&here, a->pc);
	log_lock_for_fork();
	uint32_t number = ++races;
	add("race %u %d\n", number, getpid());
	add_side(&s->copy, &s->access, &s->stack, s->arrival);
	add_side(&self, a, &here, arrival);
	add("bytes %jx ", (uintmax_t)s->low);
	add_bytes(s->before, s->high - s->low);
	dl_iterate_phdr(add_module, NULL);
	add("end\n");
	flush();
	log_unlock_for_fork();
	return number;
}

void log_after(uint32_t race, const struct slot *s)
{
	unsigned char now[sizeof(s->before)];
	read_bytes(now, s);
	log_lock_for_fork();
	add("after %u %d ", race, getpid());
	add_bytes(now, s->high - s->low);
	flush();
	log_unlock_for_fork();
}

/* In a signal handler, and who knows in what state: no lock, one attempt. */
void log_crash(int signal, const void *address, uintptr_t pc)
{
	struct stack here;
	take_stack(&here, pc);
	used = 0;
	add("crash %d %jx %u\n", signal, (uintmax_t)(uintptr_t)address, self.number);
	add_stack("stack", &here);
	dl_iterate_phdr(add_module, NULL);
	add("end\n");
	flush();
}
