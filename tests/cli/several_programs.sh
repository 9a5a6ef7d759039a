# SPDX-License-Identifier: MIT
# A database with several programs: the largest is analysed, or the one that is chosen, with
# the files that it needs and those that nobody needs; the others are named.
. "$ROOT/tests/cli/lib.bash"
entry()
{
	printf '{"directory": "%s", "file": "%s", "command": "cc -c %s"}' "$PWD" "$1" "$1"
}
mkdir -p src tests
echo 'int lib(int); int more(int); int usage(void) { return 1; }
int main(void) { return lib(1) + more(usage()) + lib(2) + more(3); }' >src/large.c
echo 'int lib(int); int usage(void) { return 2; } int main(void) { return lib(usage()); }' >src/small.c
echo 'int lib(int); int more(int x) { return x; } int main(void) { return lib(more(3)); }' >tests/large.c
echo 'int deeper(int); int lib(int x) { return deeper(x) + 1; }' >lib.c
echo 'int deeper(int x) { return x * 2; }' >deeper.c
echo 'int more(int x) { return x - 1; }' >more.c
echo 'int plugin_init(void) { return 7; } int first_plugin(void) { return 1; }' >plugin.c
echo 'int plugin_init(void) { return 8; } int second_plugin(void) { return 2; }' >other.c
database "$(entry src/small.c)" "$(entry src/large.c)" "$(entry tests/large.c)" "$(entry lib.c)" \
	"$(entry deeper.c)" "$(entry more.c)" "$(entry plugin.c)" "$(entry other.c)"

expect 0 dump --ir -p .
says "3 programs"
says "that of src/large.c is analysed (5 of 8 files), not src/small.c, tests/large.c"
says "--program"
shows "@more("
shows "@deeper("
shows "@first_plugin("
hides "@second_plugin("
hides "ret 2"

expect 0 -p .
shows "src/small.c: another program"
shows "tests/large.c: another program"

# chosen by its file, or by the end of its path
expect 0 dump --ir -p . --program small.c
shows "@deeper("
hides "@more("
shows "ret 2"
expect 0 dump --ir -p . --program tests/large.c
shows "@more("
hides "@usage("
expect 2 -p . --program lib.c
says "lib.c"
says "src/small.c, src/large.c, tests/large.c"
one_message

# one program is a program, and files that are named are one
database "$(entry src/small.c)" "$(entry lib.c)" "$(entry deeper.c)" "$(entry more.c)"
expect 0 dump --ir -p . --program src/small.c
shows "@more("
expect 2 src/small.c src/large.c lib.c deeper.c more.c
says "'usage' is"
clean
