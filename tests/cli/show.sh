# SPDX-License-Identifier: MIT
# One race by its id, whatever the report does with it; reports in files; what stands aside.
. "$ROOT/tests/cli/lib.bash"
mkdir -p tests
two_threads a.c 'int shared, other;
extern void check(void);' '	shared++;
	other++; // chequer: ignore only a test
	check();'
cat >tests/check.c <<'END'
int checked;
void check(void) { checked++; }
END
expect 1 a.c tests/check.c
shows "data race on 'shared'"
hides "also read of 'checked'"
shows "1 more in tests or vendored code"
shows "  tests/check.c:2:27: data race on 'checked'"
checked=$(sed -n "s/.*race on 'checked' \[.*; \(.*\)\]/\1/p" .out)
expect 1 --aside '' a.c tests/check.c
hides "more in tests"
shows "also read of 'checked'"
expect 1 --aside 'a.*' a.c tests/check.c
shows "  a.c:6:8: data race on 'shared'"
shows "  tests/check.c:2:27: data race on 'checked'" # its threads come through a.c
echo "aside 'a.*'" >.chequer
expect 1 a.c tests/check.c
shows "  a.c:6:8: data race on 'shared'"
rm .chequer
# what a test does to the program needs the test; a program that is a test is looked at
cat >poke.c <<'END'
#include <pthread.h>
int poked;
extern void *test(void *p);
void poke(void) { poked++; }
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, test, 0);
	poke();
	return 0;
}
END
echo 'extern void poke(void); void *test(void *p) { poke(); return p; }' >tests/poke.c
expect 1 poke.c tests/poke.c
shows "  poke.c:4:24: data race on 'poked'"
mv poke.c tests/main.c
expect 1 tests/main.c tests/poke.c
shows "tests/main.c:4:24: warning: data race on 'poked'"

expect 1 show "$checked" a.c tests/check.c
shows "also read of 'checked'"
hides "shared"
hides "threads found"
expect 1 show "${checked:0:5}" a.c tests/check.c
shows "warning: data race on 'checked'"
expect 1 -v a.c tests/check.c
ignored=$(sed -n "s/.*ignored: 'other' \[.*; \(.*\)\].*/\1/p" .out)
expect 1 show "$ignored" a.c tests/check.c
shows "data race on 'other'"
expect 2 show 0123456789abcdef a.c tests/check.c
says "no race has the id 0123456789abcdef"
expect 2 show a.c
says "chequer show needs the id of one race"
expect 2 show --aside x "$ignored" a.c
says "--aside is an option of 'chequer check'"

expect 1 -o report.txt a.c tests/check.c
[ -z "$out" ] || fail "something on standard output"
grep -q "data race on 'shared'" report.txt || fail "no report in the file"
expect 2 -o nothere/report.txt a.c
says "cannot write nothere/report.txt"

# code that came from elsewhere, and functions that test: a line each, and not in the index again
mkdir deps
echo 'int borrowed; void lent(void) { borrowed++; }' >deps/lent.c
two_threads own.c 'extern void lent(void);
int m0, m1, m2, m3, m4, m5, m6, m7, tried;
static void own_unittest(void) { tried++; }' '	m0++, m1++, m2++, m3++, m4++, m5++, m6++, m7++;
	lent();
	own_unittest();'
expect 1 own.c deps/lent.c
shows "2 more in tests or vendored code"
shows "  deps/lent.c:1:41: data race on 'borrowed'"
shows "  own.c:4:39: data race on 'tried'"
index=$(sed -n '/^index/,$p' .out)
[ "$(printf '%s\n' "$index" | grep -c ' m[0-7] ')" = 8 ] || fail "not all in the index"
case $index in *borrowed* | *tried*) fail "told twice" ;; esac
expect 1 --aside 'run()' own.c deps/lent.c
shows "10 more in tests or vendored code"
# likewise where the build is beside the project, and files have absolute names
mkdir build
(cd build && "$CHEQUER" "$PWD/../own.c" "$PWD/../deps/lent.c") >.out 2>.err </dev/null
out=$(cat .out)
shows "2 more in tests or vendored code"

# what has one cause stands together, where the first of it does
cat >causes.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a, b, c;
static void forgets(void)
{
	a++;
	b++;
	b--;
}
static void alone(void)
{
	c++;
}
static void *run(void *p)
{
	pthread_mutex_lock(&m);
	a++;
	a--;
	a += 2;
	b++;
	pthread_mutex_unlock(&m);
	alone();
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, run, 0);
	forgets();
	alone();
	return 0;
}
END
expect 1 -q causes.c
[ "$(sed -n "s/.*warning: data race on '\(.\)'.*/\1/p" .out | tr -d '\n')" = abc ] || fail "in another order"

# one of many that the report tells as one: by itself, and with the one that tells of it
{
	echo '#include <string.h>'
	echo 'static struct { int a, b, c; } whole;'
	echo 'void clear(void) { memset(&whole, 0, sizeof(whole)); }'
} >whole.h
two_threads whole.c '#include "whole.h"' '	clear();'
sed -i 's/return 0;/whole.a = 1, whole.b = 2, whole.c = 3; return 0;/' whole.c
expect 0 --write-baseline all.txt whole.c
[ "$(grep -c whole all.txt)" -gt 1 ] || fail "not several races: $(cat all.txt)"
expect 1 -q whole.c
told=$(sed -n 's/.*warning: data race .*; \(.*\)\]/\1/p' .out)
folded=$(grep -oE '^[0-9a-f]{16}' all.txt | grep -v "$told" | head -1)
expect 1 show "$folded" whole.c
shows "[high; $folded]"
shows "the report tells of it with"
shows "as one: race $told"
shows "[high; $told]"

# a race that a report has told of is not looked for again, whatever report that was
kept()
{
	find cache -type f | wc -l
}
for format in json html; do
	CHEQUER_CACHE=$PWD/cache expect 1 --format $format -o "out.$format" a.c tests/check.c
	before=$(kept)
	CHEQUER_CACHE=$PWD/cache expect 1 show "$checked" a.c tests/check.c
	shows "data race on 'checked'"
	[ "$(kept)" = "$before" ] || fail "analysed again, after $format"
	rm -r cache
done

# a file name does not speak to the terminal, nor look like a line of ours
evil=$(printf 'b\033[2J\nb.c')
cp a.c "$evil"
expect 1 "$evil" tests/check.c
hides "$(printf '\033')"
shows 'b\x1b[2J\nb.c:6:8: warning'
expect 2 "$(printf 'c\033[2J\nc.c')"
says 'c?[2J?c.c'
clean
