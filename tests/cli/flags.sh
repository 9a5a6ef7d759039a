# SPDX-License-Identifier: MIT
# Flags that only gcc knows are dropped, counted, and listed with -v.
. "$ROOT/tests/cli/lib.bash"
echo 'int main(void) { return KEPT; }' >a.c
gcc_only='-fno-tree-vrp -fconserve-stack -mpreferred-stack-boundary=4 -fno-ipa-sra'
unheard='-fno-such-thing-ever -march=future1 -fplan9-extensions --no-such'
database '{"directory": ".", "file": "a.c", "command": "gcc -DKEPT=0 '"$gcc_only $unheard"' -c a.c"}'
expect 0 -p .
quiet
expect 0 -v -p .
for flag in $gcc_only $unheard; do
	says "$flag: dropped"
done
says "8 compiler flags were dropped"
expect 0 --stats -p .
printf '%s\n' "$err" | grep -q 'compiler flags dropped *8' || fail "not counted"

# the same after --
expect 0 -v a.c -- -DKEPT=0 -fno-tree-vrp -fno-such-thing-ever
says "-fno-tree-vrp: dropped"
says "-fno-such-thing-ever: dropped"

# the target is kept: -m32, and the name of a cross compiler
echo 'long x; int f(void) { return sizeof(long); }' >b.c
expect 0 dump --ir b.c -- -m32
shows 'unit 1 "b.c" 4 "i386'
database '{"directory": ".", "file": "b.c", "command": "/opt/bin/aarch64-linux-gnu-gcc-12 -c b.c"}'
expect 0 dump --ir -p .
shows 'unit 1 "b.c" 8 "aarch64'

# instrumentation would add calls that are not the program's
expect 0 dump --ir b.c -- -fsanitize=address,undefined -fprofile-generate -finstrument-functions
hides "__asan"
hides "__cyg_profile"
clean
