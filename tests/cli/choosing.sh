# SPDX-License-Identifier: MIT
# Which units: globs, duplicates, entries that are not C.
. "$ROOT/tests/cli/lib.bash"
mkdir -p lib tests
echo 'int in_lib(void) { return 1; }' >lib/a.c
echo 'int in_tests(void) { return 2; }' >tests/t.c
echo 'int in_main(void) { return WHICH; }' >main.c
entry()
{
	printf '{"directory": "%s", "file": "%s", "command": "cc %s -c %s"}' "$PWD" "$1" "$2" "$1"
}
database "$(entry lib/a.c '')" "$(entry tests/t.c '')" "$(entry main.c -DWHICH=1)"

expect 0 dump --ir -p .
shows "@in_lib("
shows "@in_tests("
expect 0 dump --ir -p . --exclude 'tests/*'
shows "@in_lib("
hides "@in_tests("
expect 0 dump --ir -p . --include 'lib/*' --include 'main.c'
shows "@in_main("
hides "@in_tests("
expect 0 dump --ir -p . --include '*.c' --exclude "$PWD/lib/*"
hides "@in_lib("
expect 2 -p . --include 'nothing/*'
says "globs"
one_message

# the same command twice is one unit; other flags: the first, and it is said
database "$(entry main.c -DWHICH=1)" "$(entry main.c -DWHICH=1)" "$(entry ./main.c '-O2 -DWHICH=1')"
expect 0 -v -p .
hides "again with other flags"
expect 0 dump --ir -p .
database "$(entry main.c -DWHICH=11)" "$(entry main.c -DWHICH=22)"
expect 0 -v -p .
shows "1 compile command: same file as another entry, with other macros"
expect 0 dump --ir -p .
shows "ret 11"
hides "ret 22"
expect 0 lib/a.c ./lib/a.c "$PWD/lib/a.c"

# other languages are left out, and the report lists them
echo 'int cc;' >x.cc
echo 'nop' >s.S
database "$(entry main.c -DWHICH=1)" "$(entry x.cc '')" "$(entry s.S '')" "$(entry lib/a.c '-x c++')"
expect 0 -p . --format json
shows '"x.cc"'
shows '"s.S"'
shows '"lib/a.c"'
cp main.c main.inc
database "$(entry main.inc '-x c -DWHICH=1')"
expect 0 dump --ir -p .
shows "@in_main("
clean
