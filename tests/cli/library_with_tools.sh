# SPDX-License-Identifier: MIT
# Of several programs that with threads is analysed, even if another is larger. Where none
# has threads but there is code for them, it is a library with its tools and tests.
. "$ROOT/tests/cli/lib.bash"
entry()
{
	printf '{"directory": "%s", "file": "%s", "command": "cc -c %s"}' "$PWD" "$1" "$1"
}
cat >counter.c <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, last;
void add(int n)
{
	pthread_mutex_lock(&lock);
	count += n;
	pthread_mutex_unlock(&lock);
	last = n;
}
END
echo 'void add(int); int main(int n, char **v) { (void)v; add(n); add(n * 2); add(n - 7);
	return n * 3 + (n > 4 ? 5 : n * n); }' >large_test.c
echo '#include <pthread.h>
void add(int);
static void *run(void *x) { add(1); return x; }
int main(void) { pthread_t id; pthread_create(&id, 0, run, 0); add(2);
	return pthread_join(id, 0); }' >thread_test.c
echo 'int main(void) { return 0; }' >make_table.c

database "$(entry large_test.c)" "$(entry counter.c)" "$(entry thread_test.c)"
expect 1 -p .
says "that of thread_test.c is analysed"
shows "data race on 'last'"
hides "'count'"

# two tests without threads: the library, whose functions any thread may call
database "$(entry large_test.c)" "$(entry counter.c)" "$(entry make_table.c)"
expect 1 -p .
says "no program in this database starts threads"
says "as a library (1 of 3 files), without the main of large_test.c (2 files, no threads), make_table.c (1 file, no threads)"
shows "data race on 'last'"
hides "'count'"
shows "large_test.c: a program, not analysed"
expect 0 -p . --program large_test.c
shows "no threads"

# a tool that needs nothing of it
database "$(entry make_table.c)" "$(entry counter.c)"
expect 1 -p .
says "as a library (1 of 2 files), without the main of make_table.c (1 file, no threads)"
shows "data race on 'last'"

# one program that takes locks is a program, if it needs them
database "$(entry large_test.c)" "$(entry counter.c)"
expect 0 -p .
shows "no threads"
quiet

# by request, also for files that are named
expect 1 -p . --library
shows "data race on 'last'"
quiet
expect 1 --library counter.c thread_test.c
shows "data race on 'last'"
expect 2 --library make_table.c
says "all files define main"
one_message
