# SPDX-License-Identifier: MIT
# chequer watch: a report, and another one after each save of a file that was read.
. "$ROOT/tests/cli/lib.bash"
mkdir src include
cat >src/a.c <<'END'
#include <pthread.h>
#include "h.h"
static int first, second;
static void *f(void *a) { RACY++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); RACY = 1; pthread_join(t, 0); return 0; }
END
echo '#define RACY first' >include/h.h
"$CHEQUER" watch --no-config --cache kept src/a.c -- -Iinclude >out 2>err </dev/null &
watcher=$!
trap 'kill $watcher 2>/dev/null; wait' EXIT

# reports N TEXT: the Nth report has been written, and has TEXT in it
reports()
{
	local tries=0
	until [ "$(grep -c 'watching' err)" -ge "$1" ]; do
		sleep 0.1
		tries=$((tries + 1))
		[ $tries -lt 300 ] || { cat out err; fail "no report $1"; }
	done
	tail -n +"$from" out | grep -q "$2" || { cat out err; fail "report $1 lacks $2"; }
	from=$(($(wc -l <out) + 1))
}
from=1
reports 1 "data race on 'first'"
echo '#define RACY second' >include/h.h
reports 2 "data race on 'second'"
sed 's/RACY = 1/first = 1/; s/RACY++/second++/' src/a.c >new.c # as editors do
mv new.c src/a.c
reports 3 "no data races"
echo 'int broken(' >src/a.c
from=1
reports 4 ''
grep -q 'cannot compile src/a.c' err || fail "no message"
echo 'int main(void) { return 0; }' >src/a.c
reports 5 "no threads"
[ "$(grep -c 'has changed' err)" = 4 ] || fail "$(cat err)"
