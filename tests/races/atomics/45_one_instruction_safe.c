// SPDX-License-Identifier: MIT
/* Inline assembly that is one atomic instruction of x86 is what the compiler's own function would be: a
 * load and a store that nothing divides, a count, a lock, a flag behind which something was made. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct thing {
	int references, used;
};

static int counted, word, spin, guarded, taken, behind_taken, ready, made, handed;

static int load(const int *p)
{
	int v;

	__asm__ volatile("movl %1, %0" : "=q"(v) : "m"(*p) : "memory"); // NORACE
	return v;
}

static void store(int *p, int v)
{
	__asm__ volatile("movl %1, %0" : "=m"(*p) : "iq"(v) : "memory"); // NORACE
}

static int add(int *p, int n)
{
	__asm__ volatile("lock; xaddl %1, %0" : "+m"(*p), "+q"(n) : : "memory", "cc"); // NORACE
	return n;
}

static bool release(int *p)
{
	unsigned char zero;

	__asm__ volatile("lock\n\tdecl %0\n\tsete %1" : "+m"(*p), "=q"(zero) : : "memory"); // NORACE
	return zero;
}

static void lock(int *p)
{
	bool won;

	do
		__asm__ volatile("lock cmpxchgl %2, %0; setz %1"
				 : "+m"(*p), "=a"(won)
				 : "q"(1), "a"(0)
				 : "memory", "cc");
	while (!won);
}

static bool try_lock(int *p)
{
	int old = 0;
	bool won;

	__asm__ volatile("lock cmpxchgl %3, %0"
			 : "+m"(*p), "=@ccz"(won), "+a"(old)
			 : "q"(1)
			 : "memory", "cc");
	return won;
}

static void *work(void *arg)
{
	struct thing *t = arg;
	int seen;

	add(&counted, 1);
	__asm__ volatile("lock; incl %0" : "+m"(counted)); // NORACE
	__asm__ volatile("lock orl %1, %0" : "+m"(word) : "r"(4)); // NORACE
	lock(&spin);
	guarded++; // NORACE
	store(&spin, 0);
	if (try_lock(&taken)) {
		behind_taken++; // NORACE
		store(&taken, 0);
	}
	__asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(ready) : "memory"); // NORACE
	if (seen)
		handed = made; // NORACE
	t->used = load(&counted) + load(&word) > 0; // NORACE
	if (release(&t->references))
		free(t); // NORACE
	return NULL;
}

int main(void)
{
	pthread_t a;
	struct thing *t = calloc(1, sizeof *t);

	if (!t)
		return 1;
	t->references = 2;
	pthread_create(&a, NULL, work, t);
	made = 5; // NORACE
	__asm__ volatile("movl %1, %0" : "=m"(ready) : "r"(1) : "memory"); // NORACE
	add(&counted, 2);
	store(&word, 1);
	lock(&spin);
	guarded++; // NORACE
	store(&spin, 0);
	if (try_lock(&taken)) {
		behind_taken++; // NORACE
		store(&taken, 0);
	}
	if (release(&t->references))
		free(t); // NORACE
	return load(&counted);
}
