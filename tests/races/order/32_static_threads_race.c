// SPDX-License-Identifier: MIT
/* Threads and interrupts that a variable defines, which the system finds in a section. */
struct static_thread {
	void *thread, *stack;
	unsigned size;
	void (*entry)(void *, void *, void *);
};

struct isr {
	int line;
	void (*f)(const void *);
	const void *arg;
};

static int both, guarded;
struct lock {
	int x;
} lock;
int k_mutex_lock(struct lock *m, long timeout);
int k_mutex_unlock(struct lock *m);

static void produce(void *a, void *b, void *c)
{
	(void)a, (void)b, (void)c;
	both++; // RACE
	k_mutex_lock(&lock, -1);
	guarded++; // NORACE
	k_mutex_unlock(&lock);
}

static void consume(void *a, void *b, void *c)
{
	(void)a, (void)b, (void)c;
	both--; // RACE
	k_mutex_lock(&lock, -1);
	guarded--; // NORACE
	k_mutex_unlock(&lock);
}

static void on_button(const void *arg)
{
	(void)arg;
	both = 0; // RACE
}

struct static_thread _k_thread_data_produce = {.entry = produce};
struct static_thread _k_thread_data_consume = {.entry = consume};
struct isr __isr_on_button_irq_4 = {4, on_button, 0};

int main(void)
{
	return 0;
}
