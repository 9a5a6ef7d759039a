/* SPDX-License-Identifier: MIT */
/* As much of libuv's interface as the programs here use. */
typedef unsigned long uv_thread_t;
typedef struct { long opaque[8]; } uv_mutex_t, uv_rwlock_t, uv_cond_t, uv_sem_t, uv_barrier_t;
typedef int uv_once_t;
typedef unsigned uv_key_t;
typedef struct { void *data; } uv_loop_t, uv_work_t, uv_async_t, uv_timer_t;

int uv_thread_create(uv_thread_t *id, void (*entry)(void *), void *arg);
int uv_thread_join(uv_thread_t *id);
int uv_thread_detach(uv_thread_t *id);
int uv_mutex_init(uv_mutex_t *m);
int uv_mutex_init_recursive(uv_mutex_t *m);
void uv_mutex_destroy(uv_mutex_t *m);
void uv_mutex_lock(uv_mutex_t *m);
int uv_mutex_trylock(uv_mutex_t *m);
void uv_mutex_unlock(uv_mutex_t *m);
int uv_rwlock_init(uv_rwlock_t *l);
void uv_rwlock_rdlock(uv_rwlock_t *l);
int uv_rwlock_tryrdlock(uv_rwlock_t *l);
void uv_rwlock_rdunlock(uv_rwlock_t *l);
void uv_rwlock_wrlock(uv_rwlock_t *l);
int uv_rwlock_trywrlock(uv_rwlock_t *l);
void uv_rwlock_wrunlock(uv_rwlock_t *l);
int uv_cond_init(uv_cond_t *c);
void uv_cond_wait(uv_cond_t *c, uv_mutex_t *m);
int uv_cond_timedwait(uv_cond_t *c, uv_mutex_t *m, unsigned long time);
void uv_cond_signal(uv_cond_t *c);
void uv_cond_broadcast(uv_cond_t *c);
int uv_sem_init(uv_sem_t *s, unsigned n);
void uv_sem_post(uv_sem_t *s);
void uv_sem_wait(uv_sem_t *s);
int uv_sem_trywait(uv_sem_t *s);
int uv_barrier_init(uv_barrier_t *b, unsigned n);
int uv_barrier_wait(uv_barrier_t *b);
void uv_once(uv_once_t *control, void (*f)(void));
int uv_key_create(uv_key_t *key);
void *uv_key_get(uv_key_t *key);
void uv_key_set(uv_key_t *key, void *value);
int uv_queue_work(uv_loop_t *loop, uv_work_t *request, void (*work)(uv_work_t *),
		  void (*after)(uv_work_t *, int));
int uv_async_init(uv_loop_t *loop, uv_async_t *handle, void (*f)(uv_async_t *));
int uv_async_send(uv_async_t *handle);
int uv_timer_start(uv_timer_t *handle, void (*f)(uv_timer_t *), unsigned long timeout,
		   unsigned long repeat);
int uv_run(uv_loop_t *loop, int mode);
