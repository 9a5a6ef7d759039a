# SPDX-License-Identifier: MIT
# chequer build: compile commands of a build that knows nothing of it.
. "$ROOT/tests/cli/lib.bash"
command -v make >/dev/null || { echo "SKIPPED: there is no make"; exit 0; }
mkdir -p "sub dir"
cat >a.c <<'END'
#include <pthread.h>
extern int shared;
static void *run(void *p) { shared += STEP; return p; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, run, 0);
	shared++;
	return 0;
}
END
echo 'int shared; const char *name = NAME;' >"sub dir/b.c"
cat >other.c <<'END'
int other;
END
cat >makefile <<'END'
CFLAGS = -DSTEP=2 '-DNAME="a b"'
prog: a.o b.o
	$(CC) -o $@ a.o b.o -pthread
a.o: a.c
	$(CC) $(CFLAGS) -MD -MF a.d -c -o $@ a.c
b.o: sub\ dir/b.c
	cd sub\ dir && gcc $(CFLAGS) -c -o ../b.o b.c && gcc $(CFLAGS) -fPIC -DPIC -c -o ../b.lo b.c
	echo 'int probe;' >conftest.c; $(CC) -c conftest.c; rm -f conftest.c conftest.o
	$(CC) --version >/dev/null; $(CC) -E a.c >/dev/null
END
expect 0 build -- make -j4
says "2 compile commands recorded in compile_commands.json"
python3 - "$PWD" <<'END' || fail "not as expected"
import json, sys
d = json.load(open("compile_commands.json"))
here = sys.argv[1]
assert [(c["directory"], c["file"]) for c in d] == [(here, "a.c"), (here + "/sub dir", "b.c")], d
assert '-DNAME="a b"' in d[1]["arguments"] and d[1]["arguments"][0] == "gcc", d[1]
END
[ -x prog ] || fail "nothing was built"
expect 1 -p .
shows "data race on 'shared'"
# what is up to date is not compiled
expect 2 build -- make
says "no compiler was called"
# one file again: the other one's entry stays
touch a.c
expect 0 build -- make
says "1 compile command recorded in compile_commands.json, 1 of earlier builds kept"
python3 -c 'import json; assert len(json.load(open("compile_commands.json"))) == 2' || fail "not kept"
# the status of the build, and what it did before it failed
echo 'int x = ;' >bad.c
expect 1 build -o db.json -- sh -c 'cc -c other.c && cc -c bad.c 2>/dev/null'
says "2 compile commands recorded in db.json"
expect 7 build -- sh -c 'exit 7'
expect 127 build -- no-such-command
says "no-such-command"
# CC with a full path and a flag; a program at once; a response file
real=$(command -v gcc)
echo '-DSTEP=1 a.c' >args
# shellcheck disable=SC2016 # $CC is for the shell that is run
CC="$real -DNAME=1" expect 0 build -o cc.json -- sh -c '$CC @args "sub dir/b.c" -o both -pthread'
says "2 compile commands recorded in cc.json"
expect 2 build
says "needs a program to run"
clean
