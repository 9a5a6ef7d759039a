# SPDX-License-Identifier: MIT
# Every bad input gets one clear message that names the file, and status 2.
. "$ROOT/tests/cli/lib.bash"
echo 'int main(void) { return 0; }' >good.c
printf 'int x;\nint y = ;\nint z = nothing;\n' >bad.c
mkdir folder
: >empty.c
echo 'class a {};' >a.cpp

expect 2 missing.c
says "missing.c: No such file"
one_message
expect 2 good.c missing.c
says "missing.c"
expect 2 folder
says "folder is a directory"
says "-p folder"
one_message
expect 2 a.cpp
says "a.cpp"
says ".c, .i, .bc, .ll"
one_message
expect 2 bad.c
says "cannot compile bad.c"
says "bad.c:2:9: error: expected expression"
hides "nothing"
one_message
clean
expect 2
says "nothing to analyse"
one_message

# an empty file is a program without races
expect 0 empty.c
quiet
clean

# the rest is analysed, and the report says what was left out
expect 0 --keep-going good.c bad.c
says "bad.c is left out"
shows "bad.c:2:9: error: expected expression"
shows "incomplete"
expect 0 --keep-going --format json good.c bad.c
shows '"complete": false'
shows '"bad.c"'
expect 2 --keep-going bad.c
says "nothing is left to analyse"
clean

# no output: said, not ignored
if [ -e /dev/full ]; then
	status=0
	"$CHEQUER" good.c >/dev/full 2>.err || status=$?
	err=$(cat .err)
	[ $status = 2 ] || fail "status $status with a full disk"
	says "cannot write"
fi
