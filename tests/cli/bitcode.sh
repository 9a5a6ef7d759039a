# SPDX-License-Identifier: MIT
# Bitcode and assembly are read as they are; damaged ones are refused.
. "$ROOT/tests/cli/lib.bash"
echo 'int x; int main(void) { return x; }' >a.c
clang-19 -g -O0 -emit-llvm -c a.c -o a.bc
clang-19 -g -O0 -emit-llvm -S a.c -o a.ll
clang-19 -E a.c -o a.i

expect 0 a.bc
expect 0 a.ll
expect 0 a.i
expect 0 dump --ir a.bc
shows "func @main"

size=$(stat -c %s a.bc)
for n in 1 4 20 100 $((size / 2)) $((size - 4)); do
	head -c "$n" a.bc >cut.bc
	expect 2 cut.bc
	says "cut.bc"
	one_message
done
: >none.bc
expect 2 none.bc
says "none.bc"
head -c 4096 "$CHEQUER" >noise.bc
expect 2 noise.bc
says "noise.bc"
one_message
printf 'define i32 @f( {\n' >bad.ll
expect 2 bad.ll
says "bad.ll"
says "1"
one_message
echo 'not an IR' >bad.ir
expect 2 bad.ir
says "bad.ir:1"
one_message

# flip BYTE BITS: in a copy
flip()
{
	local byte
	byte=$(od -An -tu1 -j "$1" -N1 a.bc)
	cp a.bc flipped.bc
	# shellcheck disable=SC2059 # the octal escape is the format
	printf "\\$(printf %o $((byte ^ $2)))" |
		dd of=flipped.bc bs=1 seek="$1" conv=notrunc 2>/dev/null
}

# the epoch in the header, which an incompatible LLVM changes
flip 28 8
expect 2 flipped.bc
says "flipped.bc"
says "poch"
says "clang-19"
one_message

# damage anywhere ends with an answer or an error
for offset in $(seq 40 97 "$size"); do
	flip "$offset" 4
	status=0
	"$CHEQUER" flipped.bc >.out 2>.err || status=$?
	out=$(cat .out)
	err=$(cat .err)
	last="flipped.bc (byte $offset)"
	case $status in
	0) ;;
	2) one_message ;;
	*) fail "status $status" ;;
	esac
done
clean
