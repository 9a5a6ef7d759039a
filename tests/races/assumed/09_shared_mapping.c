// SPDX-License-Identifier: MIT
/* docs/soundness.md, 9: memory that processes share. */
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (fork() == 0) {
		*shared = 1; // FN the parent has the same memory
		_exit(0);
	}
	*shared = 2; // FN the child has the same memory
	wait(NULL);
	return 0;
}
