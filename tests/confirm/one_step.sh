# SPDX-License-Identifier: MIT
# Functions of the verification competition: one step each, values from the seed.
. "$ROOT/tests/cli/lib.bash"
cat >safe.c <<'END'
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int a, b;
static void __VERIFIER_atomic_add(int n) { a += n; }
static void *run(void *arg)
{
	__VERIFIER_atomic_add(__VERIFIER_nondet_int());
	__VERIFIER_atomic_begin();
	b++;
	__VERIFIER_atomic_end();
	return arg;
}
int main(void)
{
	pthread_t id;
	pthread_create(&id, 0, run, 0);
	run(0);
	pthread_join(id, 0);
	return 0;
}
END
expect 0 confirm --runs 20 safe.c
shows "0 confirmed"
sed 's/^	b++;/	if (__VERIFIER_nondet_int() == 1) { __VERIFIER_atomic_end(); b++; __VERIFIER_atomic_begin(); }/' safe.c >race.c
expect 1 confirm race.c
shows "data race on 'b' [confirmed;"
hides "'a'"
clean
