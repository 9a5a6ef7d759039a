# SPDX-License-Identifier: MIT
# Exit status 1 for races; comments and baselines silence them.
. "$ROOT/tests/cli/lib.bash"
program()
{
	two_threads a.c "int counter; $1" "	counter++; $2"
}
program '' ''
expect 1 a.c
shows "a.c:5"
shows "data race on 'counter'"
expect 1 --format json a.c
shows '"counter"'

# a baseline: the races of today are known, also when lines move
expect 0 --write-baseline known.txt a.c
expect 0 --baseline known.txt a.c
hides "data race on"
{ echo '/* moved */'; cat a.c; } >moved && mv moved a.c
expect 0 --baseline known.txt a.c
sed -i 's/counter/other/g' a.c
expect 1 --baseline known.txt a.c
echo 'not an id' >wrong.txt
expect 2 --baseline wrong.txt a.c
says "wrong.txt:1"

# comments: on the access, on the declaration; the reason is required
program '' '// chequer: ignore only a statistic'
expect 0 -v a.c
shows "only a statistic"
program '// chequer: ignore only a statistic' ''
expect 0 a.c
program '' '// chequer: ignore'
expect 1 a.c
says "reason"
clean

# comments that silence nothing are named also when the report comes from the cache: the sources
# are read each time
cat >stale.c <<'END'
#include <pthread.h>
static int hits, seen;
static void *f(void *a) { hits++; return a; } // chequer: ignore counts roughly
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	hits = 1;
	seen = 1; // chequer: ignore nobody else is there
	return seen;
}
END
for round in fresh kept; do
	expect 0 --all --cache stale stale.c
	says "stale.c:9: 'chequer: ignore' silences nothing: there is no race on this line"
	[ "$(grep -c 'silences nothing' .err)" = 1 ] || fail "$round: not once"
	expect 0 --cache stale stale.c
	hides "silences nothing"
done
# the comment goes, and so does the message; another one is stale now
sed -i 's|seen = 1; //.*|seen = 1;|; s|hits = 1;|hits = 1; // chequer: ignore too|; s|hits++;|seen = 2;|' stale.c
for round in fresh kept; do
	expect 0 --all --cache stale stale.c
	says "stale.c:8: 'chequer: ignore' silences nothing"
	[ "$(grep -c 'silences nothing' .err)" = 1 ] || fail "$round: not once"
done
clean

# nor does one of low confidence end while one of its pairs is left, though it is only counted
cat >low.c <<'END'
#include <pthread.h>
static int c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, which;
static int *all[] = {&c0, &c1, &c2, &c3, &c4, &c5, &c6, &c7, &c8, &c9};
static void *f(void *a)
{
	int *x = all[which];
	*x = 1; // chequer: ignore whatever it is
	*x = 2;
	return a;
}
int main(int n, char **v)
{
	pthread_t t;
	which = n;
	pthread_create(&t, 0, f, 0);
	return *all[which];
}
END
expect 0 low.c
shows "1 of low confidence not shown"
hides "1 ignored"
sed -i 's|x = 2;|x = 2; // chequer: ignore this too|' low.c
expect 0 low.c
shows "1 ignored"
