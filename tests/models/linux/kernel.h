/* SPDX-License-Identifier: MIT */
/* As much of the kernel's interface as the programs here use. */
typedef struct { int raw; } spinlock_t, rwlock_t, raw_spinlock_t;
struct mutex { long owner; };
struct semaphore { int count; };
struct rw_semaphore { long count; };
struct completion { int done; };
struct task_struct;
typedef struct { int counter; } atomic_t;

void mutex_lock(struct mutex *m);
int mutex_trylock(struct mutex *m);
int mutex_lock_interruptible(struct mutex *m);
int mutex_lock_killable(struct mutex *m);
void mutex_unlock(struct mutex *m);
void spin_lock(spinlock_t *l);
void spin_unlock(spinlock_t *l);
void spin_lock_irq(spinlock_t *l);
void spin_unlock_irq(spinlock_t *l);
void spin_lock_bh(spinlock_t *l);
void spin_unlock_bh(spinlock_t *l);
unsigned long _raw_spin_lock_irqsave(raw_spinlock_t *l);
void _raw_spin_unlock_irqrestore(raw_spinlock_t *l, unsigned long flags);
int spin_trylock(spinlock_t *l);
int _atomic_dec_and_lock(atomic_t *count, spinlock_t *l);
void read_lock(rwlock_t *l);
void read_unlock(rwlock_t *l);
int read_trylock(rwlock_t *l);
void write_lock(rwlock_t *l);
void write_unlock(rwlock_t *l);
int write_trylock(rwlock_t *l);
void down(struct semaphore *s);
int down_interruptible(struct semaphore *s);
int down_trylock(struct semaphore *s);
void up(struct semaphore *s);
void sema_init(struct semaphore *s, int n);
void down_read(struct rw_semaphore *s);
int down_read_trylock(struct rw_semaphore *s);
void up_read(struct rw_semaphore *s);
void down_write(struct rw_semaphore *s);
int down_write_trylock(struct rw_semaphore *s);
int down_write_killable(struct rw_semaphore *s);
void up_write(struct rw_semaphore *s);
void downgrade_write(struct rw_semaphore *s);
void rtnl_lock(void);
int rtnl_trylock(void);
void rtnl_unlock(void);
struct task_struct *kthread_create_on_node(int (*entry)(void *), void *arg, int node,
					   const char *format, ...);
int kthread_stop(struct task_struct *t);
int request_irq(unsigned irq, int (*handler)(int, void *), unsigned long flags,
		const char *name, void *device);
int request_threaded_irq(unsigned irq, int (*handler)(int, void *), int (*thread)(int, void *),
			 unsigned long flags, const char *name, void *device);
void complete(struct completion *c);
void wait_for_completion(struct completion *c);
void init_completion(struct completion *c);
void *__kmalloc(unsigned long n, unsigned flags);
void *kzalloc(unsigned long n, unsigned flags);
void kfree(const void *p);
unsigned long _copy_from_user(void *d, const void *s, unsigned long n);
unsigned long _copy_to_user(void *d, const void *s, unsigned long n);
int _printk(const char *format, ...);
void schedule(void);
void msleep(unsigned time);
