# SPDX-License-Identifier: MIT
# HTML: a directory of pages, the same bytes whatever the number of workers.
. "$ROOT/tests/cli/lib.bash"
program=$ROOT/tests/browser/program
cp -r "$program"/* .
expect 1 --format html -o first -j1 main.c tests/helper.c
[ -z "$out" ] || fail "something on standard output"
quiet
expect 1 --format html -o second -j8 main.c tests/helper.c
diff -r first second >/dev/null || fail "-j1 and -j8 differ"
expect 1 --format html -o first -j8 main.c tests/helper.c
diff -r first second >/dev/null || fail "written again, it differs"
for page in index threads source-1 source-2; do
	[ -s first/$page.html ] || fail "no $page.html"
done
has()
{
	grep -qF -- "$2" "first/$1" || fail "not in $1: $2"
}
has index.html "<code>fail</code> does not hold <code>stats.lock</code>"
has index.html 'data-state="ignored"'
has threads.html 'joined at <a class="place" href="source-1.html#L90">'
errors=$(grep -l "<title>Race on stats.errors" first/race-*.html) || fail "no page for stats.errors"
errors=${errors#first/}
has "$errors" "Take <code>stats.lock</code> around line 33"
has "$errors" "calls <code>fail</code> through a pointer"
has "$errors" "both hold the same lock?"
# all accesses, the guarded one too
has "$errors" '<code>stats.lock</code>, taken at <a class="place" href="source-1.html#L70">'
part=$(grep -l "<title>Race on \*part" first/race-*.html)
has "${part#first/}" '<tr class="apart">'
has source-1.html ' class="take held">'
# against a baseline: what is new, what is gone
id=${errors#race-}
printf '%s  stats.errors\n0123456789abcdef  <b>old</b>  main.c\n' "${id%.html}" >base.txt
expect 1 --format html -o first --baseline base.txt main.c tests/helper.c
has index.html '1 known, 1 gone'
has index.html '<code>0123456789abcdef  &lt;b&gt;old&lt;/b&gt;  main.c</code>'
# a build beside the project: files are named from where they are, threads of one place are one line
mkdir -p beside
(cd beside && "$CHEQUER" --format html -o ../first "$PWD/../main.c" "$PWD/../tests/helper.c") 2>.err
has index.html "Files are named from <code>$PWD/</code>"
has index.html '>main.c:33:'
expect 2 --format html main.c tests/helper.c
says "--format html makes a directory: name it with -o"
expect 2 --format html -o main.c main.c tests/helper.c
says "cannot make the directory main.c"

# memory that needs no lock: page after page
{
	echo '#include <pthread.h>'
	for ((i = 0; i < 450; i++)); do echo "int v$i;"; done
	echo 'static void *run(void *p) { int n = 0;'
	for ((i = 0; i < 450; i++)); do echo "	n += v$i;"; done
	echo '	return n ? p : 0; }'
	echo 'int main(void) { pthread_t t;'
	for ((i = 0; i < 450; i++)); do echo "	v$i = $i;"; done
	echo '	pthread_create(&t, 0, run, 0); return 0; }'
} >many.c
expect 0 --format html -o many many.c
rows=0
for page in memory.html memory-2.html memory-3.html; do
	n=$(grep -c '^<tr><td>' many/$page)
	[ "$n" -le 200 ] || fail "$page has $n rows"
	rows=$((rows + n))
done
[ $rows = 450 ] || fail "$rows rows"
[ ! -e many/memory-4.html ] || fail "a fourth page"
grep -q '<a href="memory-3.html">next</a>' many/memory-2.html || fail "no way to the next page"
clean
