# SPDX-License-Identifier: MIT
# Optimised code gets its hooks inlined; for a build system nothing is different.
. "$ROOT/tests/cli/lib.bash"
cc=$(dirname "$CHEQUER")/chequer-cc
mkdir sub out
cat >sub/main.c <<'END2'
#include <pthread.h>
#include "main.h"
int hits;
static void *count(void *arg)
{
	hits++;
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, count, 0);
	pthread_create(&b, 0, count, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return UNUSED;
}
END2
echo '#define UNUSED 0' >sub/main.h

"$cc" -O2 -MMD -c sub/main.c || fail "without -o"
[ -f main.o ] || fail "no main.o"
grep -q '^main.o:.*sub/main.c' main.d || fail "dependencies: $(cat main.d)"
grep -q 'main.h' main.d || fail "dependencies: $(cat main.d)"
"$cc" -O2 -MD -MP -MF out/deps -MT x.lo -c -o out/main.o sub/main.c || fail "with -MF and -MT"
grep -q '^x.lo:' out/deps || fail "dependencies: $(cat out/deps)"
nm out/main.o >symbols
grep -q __chequer_write4 symbols || fail "the hooks are not inlined"
grep -q __tsan_write4 symbols && fail "the hooks are called"
[ "$(echo *)" = "main.d main.o out sub symbols tmp" ] || fail "files are left: $(echo *)"
[ -z "$(ls tmp)" ] || fail "temporary files are left: $(ls tmp)"
"$cc" out/main.o -o program || fail "does not link"
./program || fail "does not run"
database '{"directory": "'"$PWD"'", "file": "sub/main.c", "command": "cc -c sub/main.c"}'
expect 1 confirm -p . -- ./program
shows "data race on 'hits' [confirmed;"
shows "sub/main.c:6"

# what is wrong is said once, as the compiler says it
sed -i 's/hits++/hits+++/' sub/main.c
"$cc" -O2 -c sub/main.c 2>.err && fail "a wrong program compiles"
[ "$(grep -c 'error:' .err)" = 1 ] || fail "the error: $(cat .err)"
sed -i 's/hits+++/int unused; hits++/' sub/main.c
"$cc" -O2 -Wall -c sub/main.c 2>.err || fail "with a warning"
[ "$(grep -c 'unused variable' .err)" = 1 ] || fail "the warning: $(cat .err)"

# without optimisation, or in one step with the link, they are called
"$cc" -c sub/main.c && nm main.o | grep -q __tsan_write4 || fail "unoptimised"
"$cc" -O2 sub/main.c -o program 2>/dev/null || fail "compiles and links"
clean
