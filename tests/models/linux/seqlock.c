// SPDX-License-Identifier: MIT
/* Sequence locks: a reader that looks again if a writer was there races with no writer. */
#include "module.h"

typedef struct {
	unsigned sequence;
} seqcount_t;
typedef struct {
	seqcount_t seqcount;
	spinlock_t lock;
} seqlock_t;

unsigned read_seqbegin(const seqlock_t *s);
unsigned read_seqretry(const seqlock_t *s, unsigned start);
void write_seqlock(seqlock_t *s);
void write_sequnlock(seqlock_t *s);
void do_write_seqcount_begin(seqcount_t *s);
void do_write_seqcount_end(seqcount_t *s);

static inline unsigned __seqprop_sequence(const seqcount_t *s)
{
	return READ_ONCE(s->sequence);
}
static inline int do_read_seqcount_retry(const seqcount_t *s, unsigned start)
{
	smp_rmb();
	return READ_ONCE(s->sequence) != start;
}
#define read_seqcount_begin(s)                                                                     \
	({                                                                                         \
		unsigned v_;                                                                       \
		while ((v_ = __seqprop_sequence(s)) & 1)                                           \
			;                                                                          \
		v_;                                                                                \
	})

static struct clock {
	seqlock_t lock;
	long seconds, nanoseconds, written, after, unlocked, touched;
} clock;

static seqcount_t count;
static spinlock_t writers;
static long low, high, lonely;

static long look(struct file *f, char *buffer, unsigned long n, long *at)
{
	unsigned start;

	(void)f, (void)buffer, (void)at;
	do {
		start = read_seqbegin(&clock.lock);
		n = clock.seconds;	// NORACE
		n += clock.nanoseconds; // NORACE
		n += clock.unlocked;	// RACE
		clock.touched++;	// RACE
	} while (read_seqretry(&clock.lock, start));
	n += clock.after; // RACE
	do {
		start = read_seqcount_begin(&count);
		n += low + high + lonely; // RACE
	} while (do_read_seqcount_retry(&count, start));
	do {
		start = read_seqcount_begin(&count);
		n += low + high; // NORACE
	} while (do_read_seqcount_retry(&count, start));
	return n;
}

static long set(struct file *f, const char *buffer, unsigned long n, long *at)
{
	(void)f, (void)buffer, (void)at;
	write_seqlock(&clock.lock);
	clock.seconds = n;	  // NORACE
	clock.nanoseconds += 100; // NORACE
	clock.after = n;	  // RACE
	write_sequnlock(&clock.lock);
	clock.unlocked = n; // RACE

	spin_lock(&writers);
	do_write_seqcount_begin(&count);
	low = n;      // NORACE
	high = n + 1; // NORACE
	do_write_seqcount_end(&count);
	lonely = n; // RACE
	spin_unlock(&writers);
	return n;
}

static const struct file_operations operations = {look, set, 0, 0};

int init_module(void)
{
	keep(&operations);
	_printk("ready");
	return 0;
}
