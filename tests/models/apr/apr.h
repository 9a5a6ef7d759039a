/* SPDX-License-Identifier: MIT */
/* As much of the Apache Portable Runtime as the programs here use. */
#include <stddef.h>
typedef struct apr_pool_t apr_pool_t;
typedef struct apr_thread_t apr_thread_t;
typedef struct apr_threadattr_t apr_threadattr_t;
typedef struct apr_thread_mutex_t apr_thread_mutex_t;
typedef struct apr_thread_rwlock_t apr_thread_rwlock_t;
typedef struct apr_thread_cond_t apr_thread_cond_t;
typedef struct apr_proc_mutex_t apr_proc_mutex_t;
typedef struct apr_global_mutex_t apr_global_mutex_t;
typedef struct apr_thread_once_t apr_thread_once_t;
typedef struct apr_threadkey_t apr_threadkey_t;
typedef struct apr_queue_t apr_queue_t;

int apr_thread_create(apr_thread_t **id, apr_threadattr_t *attr,
		      void *(*entry)(apr_thread_t *, void *), void *arg, apr_pool_t *pool);
int apr_thread_join(int *status, apr_thread_t *id);
int apr_thread_detach(apr_thread_t *id);
void apr_thread_exit(apr_thread_t *id, int status);
int apr_thread_mutex_create(apr_thread_mutex_t **out, unsigned flags, apr_pool_t *pool);
int apr_thread_mutex_lock(apr_thread_mutex_t *m);
int apr_thread_mutex_trylock(apr_thread_mutex_t *m);
int apr_thread_mutex_unlock(apr_thread_mutex_t *m);
int apr_thread_rwlock_create(apr_thread_rwlock_t **out, apr_pool_t *pool);
int apr_thread_rwlock_rdlock(apr_thread_rwlock_t *l);
int apr_thread_rwlock_tryrdlock(apr_thread_rwlock_t *l);
int apr_thread_rwlock_wrlock(apr_thread_rwlock_t *l);
int apr_thread_rwlock_trywrlock(apr_thread_rwlock_t *l);
int apr_thread_rwlock_unlock(apr_thread_rwlock_t *l);
int apr_proc_mutex_create(apr_proc_mutex_t **out, const char *name, int mechanism,
			  apr_pool_t *pool);
int apr_proc_mutex_lock(apr_proc_mutex_t *m);
int apr_proc_mutex_unlock(apr_proc_mutex_t *m);
int apr_global_mutex_create(apr_global_mutex_t **out, const char *name, int mechanism,
			    apr_pool_t *pool);
int apr_global_mutex_lock(apr_global_mutex_t *m);
int apr_global_mutex_trylock(apr_global_mutex_t *m);
int apr_global_mutex_unlock(apr_global_mutex_t *m);
int apr_thread_cond_create(apr_thread_cond_t **out, apr_pool_t *pool);
int apr_thread_cond_wait(apr_thread_cond_t *c, apr_thread_mutex_t *m);
int apr_thread_cond_timedwait(apr_thread_cond_t *c, apr_thread_mutex_t *m, long time);
int apr_thread_cond_signal(apr_thread_cond_t *c);
int apr_thread_once_init(apr_thread_once_t **out, apr_pool_t *pool);
int apr_thread_once(apr_thread_once_t *control, void (*f)(void));
int apr_threadkey_private_create(apr_threadkey_t **out, void (*destructor)(void *),
				 apr_pool_t *pool);
int apr_threadkey_private_get(void **out, apr_threadkey_t *key);
int apr_threadkey_private_set(void *value, apr_threadkey_t *key);
unsigned apr_atomic_read32(volatile unsigned *p);
unsigned apr_atomic_inc32(volatile unsigned *p);
int apr_queue_push(apr_queue_t *q, void *data);
int apr_queue_pop(apr_queue_t *q, void **out);
void *apr_palloc(apr_pool_t *pool, size_t n);
char *apr_psprintf(apr_pool_t *pool, const char *format, ...);
