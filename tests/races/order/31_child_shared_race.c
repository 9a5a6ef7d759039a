// SPDX-License-Identifier: MIT
/* A child process of a thread, and main: memory that is mapped for both is the same memory. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

static int *mapped, *attached, *own;

static void *map(size_t n)
{
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		abort();
	return p;
}

// TSAN: sees one process
static void *worker(void *arg)
{
	if (fork() == 0) {
		*mapped = 1; // RACE
		*attached = 1; // RACE
		*own = 1; // NORACE
		_exit(0);
	}
	return arg;
}

int main(void)
{
	pthread_t id;

	mapped = map(sizeof(int));
	attached = shmat(shmget(IPC_PRIVATE, sizeof(int), 0600), NULL, 0);
	own = malloc(sizeof(int));
	pthread_create(&id, NULL, worker, NULL);
	*mapped = 2; // RACE
	*attached = 2; // RACE
	*own = 2; // NORACE
	pthread_join(id, NULL);
	return 0;
}
