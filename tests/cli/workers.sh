# SPDX-License-Identifier: MIT
# A program of enough objects that their races are found on several workers: the same report for
# any number of them; a limit ends them all.
. "$ROOT/tests/cli/lib.bash"
{
	echo '#include <pthread.h>'
	echo 'static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;'
	for i in $(seq 400); do
		echo "static struct { int n, m, *p; } v$i;"
		echo "static void f$i(int *q) { v$i.n++; v$i.m = v$i.n; v$i.p = q; *v$i.p = 1; }"
		echo "static void g$i(void) { pthread_mutex_lock(&lock); f$i(&v$i.m); pthread_mutex_unlock(&lock); }"
	done
	echo 'static void *work(void *arg) {'
	for i in $(seq 400); do
		[ $((i % 3)) = 0 ] && echo "f$i(arg);" || echo "g$i();"
	done
	echo 'return arg; }'
	echo 'int main(void) { int x; pthread_t id[2];'
	echo 'for (int i = 0; i < 2; i++) pthread_create(&id[i], 0, work, &x);'
	echo 'g3(); pthread_join(id[0], 0); pthread_join(id[1], 0); return x; }'
} >many.c
expect 1 -j1 --all --format json --no-cache many.c
cp .out one
for j in 2 3 7; do
	expect 1 -j$j --all --format json --no-cache many.c
	cmp one .out >/dev/null || fail "-j$j reports something else than -j1"
done
shows '"complete": true'
[ "$(grep -c '"id":' .out)" -ge 100 ] || fail "only $(grep -c '"id":' .out) races"
expect 1 -j2 --stats --no-cache many.c
pgrep -P $$ >/dev/null && fail "a child is left"
true
