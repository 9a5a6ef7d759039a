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

# what a newer LLVM writes starts with another epoch
for offset in $(seq 8 60); do
	cp a.bc newer.bc
	byte=$(od -An -tu1 -j "$offset" -N1 a.bc)
	# shellcheck disable=SC2059 # the octal escape is the format
	for bit in 1 2 4 8 16 32 64 128; do
		printf "\\$(printf %o $((byte ^ bit)))" |
			dd of=newer.bc bs=1 seek="$offset" conv=notrunc 2>/dev/null
		status=0
		"$CHEQUER" newer.bc >.out 2>.err || status=$?
		err=$(cat .err)
		last=newer.bc
		[ $status = 0 ] || [ $status = 2 ] || fail "status $status (byte $offset, bit $bit)"
		[ $status = 0 ] || one_message
		if grep -qi 'epoch\|newer' .err; then
			found=1
		fi
	done
done
[ "${found-}" = 1 ] || fail "no change of the header was told as a newer LLVM"
clean
