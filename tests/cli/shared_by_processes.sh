# SPDX-License-Identifier: MIT
# Parent and child are not held against each other in memory that both have (soundness.md, 9): so
# that there is no race is not proved. Memory of which the child has a copy is none of that.
. "$ROOT/tests/cli/lib.bash"
program()
{
	cat >$1.c <<END
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static void *run(void *a) { return a; }
int main(void)
{
	pthread_t t;
	int *p = $2;
	if (!p || pthread_create(&t, 0, run, 0))
		return 1;
	pthread_join(t, 0);
	if (fork() == 0)
		*p = 1;
	*p = 2;
	return 0;
}
END
}
program shared 'mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)'
program copied 'malloc(4)'

not_proved()
{
	expect 0 shared.c
	shows "not understood: 1 piece of memory that the processes of a fork may share"
}

proved()
{
	expect 0 copied.c
	shows "no data races: proved"
}

not_proved
proved
