/* SPDX-License-Identifier: MIT */
/* What code of a module looks like when the kernel's macros are gone: as much of it as the
 * programs here use. */
#include "kernel.h"

#define barrier() __asm__ __volatile__("" : : : "memory")
#define smp_mb() __asm__ __volatile__("lock; addl $0,-4(%%rsp)" : : : "memory", "cc")
#define smp_rmb() barrier()
#define smp_wmb() barrier()
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))
#define smp_load_acquire(p)                                                                        \
	({                                                                                         \
		__typeof__(*(p)) v_ = READ_ONCE(*(p));                                             \
		barrier();                                                                         \
		v_;                                                                                \
	})
#define smp_store_release(p, v)                                                                    \
	do {                                                                                       \
		barrier();                                                                         \
		WRITE_ONCE(*(p), v);                                                               \
	} while (0)
#define rcu_dereference(p) READ_ONCE(p)
#define rcu_dereference_protected(p, c) (p)
#define rcu_assign_pointer(p, v) smp_store_release(&(p), v)
#define atomic_read(v) READ_ONCE((v)->counter)
#define atomic_set(v, n) WRITE_ONCE((v)->counter, n)

static inline void atomic_inc(atomic_t *v)
{
	__asm__ __volatile__("lock; incl %0" : "+m"(v->counter) : : "memory");
}

static inline void __kcsan_disable_current(void)
{
}
static inline void __kcsan_enable_current(void)
{
}
#define data_race(e)                                                                               \
	({                                                                                         \
		__typeof__(({ e; })) v_ = ({                                                       \
			__kcsan_disable_current();                                                 \
			e;                                                                         \
		});                                                                                \
		__kcsan_enable_current();                                                          \
		v_;                                                                                \
	})

#define container_of(p, type, member)                                                              \
	((type *)((char *)(p) - __builtin_offsetof(type, member)))

struct file {
	void *private_data;
};
struct inode;
struct file_operations {
	long (*read)(struct file *f, char *buffer, unsigned long n, long *at);
	long (*write)(struct file *f, const char *buffer, unsigned long n, long *at);
	long (*unlocked_ioctl)(struct file *f, unsigned command, unsigned long arg);
	int (*open)(struct inode *i, struct file *f);
};
void keep(const void *table);
