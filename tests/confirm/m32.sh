# SPDX-License-Identifier: MIT
# A program of 32 bits, built by chequer-cc or by confirm itself. Where chequer was built without
# a runtime for that, it says so.
. "$ROOT/tests/cli/lib.bash"
cc=$(dirname "$CHEQUER")/chequer-cc
cat >small.c <<'END'
#include <pthread.h>
static int hits;
static long long wide; /* two words */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, safe;
static void *count(void *arg)
{
	hits++;
	wide++;
	pthread_mutex_lock(&m);
	safe++;
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}
_Static_assert(sizeof(void *) == BYTES, "not built for what it is for");
int main(void)
{
	pthread_t id;
	pthread_create(&id, 0, count, 0);
	hits++;
	wide--;
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	safe++;
	pthread_mutex_unlock(&m);
	pthread_join(id, 0);
	return 0;
}
END
echo '[{"directory": "'"$PWD"'", "file": "small.c",
	"arguments": ["cc", "-m32", "-DBYTES=4", "-c", "small.c"]}]' >compile_commands.json
if [ ! -e "$(dirname "$CHEQUER")/libchequer-confirm-32.a" ]; then
	"$cc" -m32 -DBYTES=4 -O1 small.c -o small 2>.err && fail "-m32 without a runtime"
	grep -q "gcc-multilib" .err || fail "does not say what is missing: $(cat .err)"
	clean
	exit 0
fi
for level in -O0 -O1; do
	"$cc" -m32 -DBYTES=4 $level small.c -o small || fail "chequer-cc -m32 $level"
	"$cc" -m32 -DBYTES=4 $level -c small.c -o small.o || fail "chequer-cc -m32 $level -c"
	"$cc" -m32 small.o -o linked || fail "chequer-cc -m32, linking"
	for program in ./small ./linked; do
		expect 1 confirm -p . -- $program
		shows "data race on 'hits' [confirmed;"
		shows "data race on 'wide' [confirmed;"
		shows "small.c:9:"
		hides "'safe'"
	done
done
schedules=(races/*.schedule)
expect 1 replay "${schedules[0]}" -- ./linked
shows "of 10 runs"
expect 1 confirm small.c -- -m32 -DBYTES=4
shows "data race on 'wide' [confirmed;"
quiet
clean
