// SPDX-License-Identifier: MIT
/* Zephyr: a thread is known by its struct, K_FOREVER never fails, spin locks and
 * irq_lock have bodies that say nothing. Work is run by another thread. */
#include <stddef.h>
#include <stdint.h>

typedef struct {
	int64_t ticks;
} k_timeout_t;
#define K_FOREVER ((k_timeout_t){-1})
#define K_MSEC(n) ((k_timeout_t){n})

struct k_thread {
	long opaque[16];
};
struct k_mutex {
	long opaque[4];
};
struct k_spinlock {
	long opaque;
};
struct k_work {
	long opaque[4];
};
typedef void entry_t(void *, void *, void *);

struct k_thread *k_thread_create(struct k_thread *thread, void *stack, size_t n, entry_t *entry,
				 void *a, void *b, void *c, int priority, uint32_t options,
				 k_timeout_t delay);
int k_thread_join(struct k_thread *thread, k_timeout_t timeout);
int z_impl_k_mutex_lock(struct k_mutex *m, k_timeout_t timeout);
int z_impl_k_mutex_unlock(struct k_mutex *m);
void k_work_init(struct k_work *work, void (*f)(struct k_work *));
int k_work_submit(struct k_work *work);

static unsigned k_spin_lock(struct k_spinlock *l)
{
	__asm__ volatile("" : : "r"(l) : "memory");
	return 0;
}

static void k_spin_unlock(struct k_spinlock *l, unsigned key)
{
	__asm__ volatile("" : : "r"(l), "r"(key) : "memory");
}

static inline int k_mutex_lock(struct k_mutex *m, k_timeout_t timeout)
{
	return z_impl_k_mutex_lock(m, timeout);
}

static struct k_mutex mutex;
static struct k_spinlock spin;
static struct k_thread first, second;
static struct k_work work;
static int waited, hurried, tested, spun, bare, joined, left, worked, given[2];

static void run(void *a, void *b, void *c)
{
	k_mutex_lock(&mutex, K_FOREVER);
	waited++; // NORACE
	z_impl_k_mutex_unlock(&mutex);
	k_mutex_lock(&mutex, K_MSEC(5));
	hurried++; // RACE
	z_impl_k_mutex_unlock(&mutex);
	if (k_mutex_lock(&mutex, K_MSEC(5)) == 0) {
		tested++; // NORACE
		z_impl_k_mutex_unlock(&mutex);
	}
	unsigned key = k_spin_lock(&spin);
	spun++; // NORACE
	k_spin_unlock(&spin, key);
	bare++; // RACE
	++*(int *)b; // RACE
	(void)a;
	(void)c;
}

static void once(void *a, void *b, void *c)
{
	joined = 1; // NORACE
	left = 1; // RACE
	(void)a;
	(void)b;
	(void)c;
}

static void handle(struct k_work *w)
{
	worked++; // RACE
	(void)w;
}

int main(void)
{
	struct k_thread third;

	k_thread_create(&first, NULL, 0, run, NULL, &given[0], NULL, 0, 0, K_MSEC(0));
	k_thread_create(&second, NULL, 0, run, NULL, &given[0], NULL, 0, 0, K_MSEC(0));
	k_work_init(&work, handle);
	k_work_submit(&work);
	worked++; // RACE
	k_thread_create(&third, NULL, 0, once, NULL, NULL, NULL, 0, 0, K_MSEC(0));
	left = 2; // RACE
	k_thread_join(&third, K_FOREVER);
	joined = 2; // NORACE
	return 0;
}
