# SPDX-License-Identifier: MIT
# A project is built with chequer-cc, and run by its own script.
. "$ROOT/tests/cli/lib.bash"
cc=$(dirname "$CHEQUER")/chequer-cc
mkdir src
cat >src/count.c <<'END'
#include "count.h"
int hits;
void *count(void *arg)
{
	for (int i = 0; i < 3; i++)
		hits++;
	return arg;
}
END
echo 'extern int hits; void *count(void *);' >src/count.h
cat >src/main.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include "count.h"
int main(int argc, char **argv)
{
	pthread_t a, b;
	if (argc < 2)
		return 1;
	pthread_create(&a, 0, count, argv[1]);
	pthread_create(&b, 0, count, argv[1]);
	pthread_join(a, 0);
	pthread_join(b, 0);
	printf("%d\n", hits);
	return 0;
}
END
for f in count main; do
	"$cc" -O2 -Wall -c src/$f.c -o $f.o || fail "chequer-cc -c"
done
"$cc" -o program main.o count.o || fail "chequer-cc links"
[ "$(./program x)" -gt 0 ] || fail "it does not run by itself"
database '{"directory": "'"$PWD"'", "file": "src/main.c", "command": "cc -c src/main.c"}' \
	'{"directory": "'"$PWD"'", "file": "src/count.c", "command": "cc -c src/count.c"}'
cp program program.before
expect 1 confirm -p . -- ./program x
shows "data race on 'hits' [confirmed;"
expect 1 replay races/*.schedule -- ./program x
shows "in 10 of 10 runs"
printf '#!/bin/sh\n./program x >/dev/null\n' >drive
chmod +x drive
expect 1 confirm -p . -- ./drive
shows "data race on 'hits' [confirmed;"
expect 1 replay races/*.schedule -- ./drive
shows "in 10 of 10 runs"
cmp -s program program.before || fail "the program was changed"
expect 2 confirm -p . -- /bin/true
says "built with chequer-cc"
expect 2 confirm -p . -- ./nothing
says "cannot run ./nothing"

# code in a shared library
"$cc" -O1 -fPIC -shared src/count.c -o libcount.so || fail "chequer-cc -shared"
"$cc" -O1 src/main.c -L. -lcount -Wl,-rpath,"$PWD" -o linked || fail "chequer-cc with a library"
expect 1 confirm -p . -- ./linked x
shows "data race on 'hits' [confirmed;"
expect 1 replay races/*.schedule -- ./linked x
shows "in 10 of 10 runs"
"$cc" -mx32 -c src/count.c 2>.err && fail "-mx32 is accepted"
grep -q 64 .err || fail "-mx32: $(cat .err)"
clean
