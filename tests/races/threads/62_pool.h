/* SPDX-License-Identifier: MIT */
/* A pool whose functions are in a table: its threads are in a list, and joined one after the other as they are taken out. */
#include <pthread.h>
#include <stdlib.h>

struct thread {
	void *(*join)(struct thread *t);
};

struct private_thread {
	struct thread public;
	pthread_t id;
	void *(*run)(void *arg);
	void *arg;
};

static inline void *thread_join(struct thread *t)
{
	struct private_thread *this = (struct private_thread *)t;
	void *result;

	if (pthread_equal(this->id, pthread_self()))
		return NULL;
	pthread_join(this->id, &result);
	return result;
}

static inline void *thread_main(void *arg)
{
	struct private_thread *this = arg;
	return this->run(this->arg);
}

static inline struct thread *thread_create(void *(*run)(void *arg), void *arg)
{
	struct private_thread *this = calloc(1, sizeof(*this));
	this->public.join = thread_join;
	this->run = run;
	this->arg = arg;
	if (pthread_create(&this->id, NULL, thread_main, this)) {
		free(this);
		return NULL;
	}
	return &this->public;
}

struct worker {
	struct worker *next;
	struct thread *thread;
};

struct pool {
	void (*start)(struct pool *p, int count);
	void (*cancel)(struct pool *p);
};

struct private_pool {
	struct pool public;
	struct worker *workers;
	void *(*run)(void *arg);
};

static inline void pool_start(struct pool *p, int count)
{
	struct private_pool *this = (struct private_pool *)p;
	for (int i = 0; i < count; i++) {
		struct worker *w = calloc(1, sizeof(*w));
		w->thread = thread_create(this->run, p);
		if (!w->thread)
			continue;
		w->next = this->workers;
		this->workers = w;
	}
}

static inline int pool_take(struct private_pool *this, struct worker **w)
{
	*w = this->workers;
	if (!*w)
		return 0;
	this->workers = (*w)->next;
	return 1;
}

static inline void pool_cancel(struct pool *p)
{
	struct private_pool *this = (struct private_pool *)p;
	struct worker *w;
	while (pool_take(this, &w))
		w->thread->join(w->thread);
}

static inline struct pool *pool_create(void *(*run)(void *arg))
{
	struct private_pool *this = calloc(1, sizeof(*this));
	this->public.start = pool_start;
	this->public.cancel = pool_cancel;
	this->run = run;
	return &this->public;
}
