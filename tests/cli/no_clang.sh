# SPDX-License-Identifier: MIT
# Without clang-19 on PATH: one message that says what to install.
. "$ROOT/tests/cli/lib.bash"
echo 'int main(void) { return 0; }' >a.c
clang-19 -g -O0 -emit-llvm -S a.c -o a.ll
clang-19 -g -O0 -emit-llvm -c a.c -o a.bc
saved=$PATH
mkdir bin
for tool in cat wc ls; do
	ln -s "$(command -v $tool)" bin/
done
PATH=$PWD/bin
expect 2 a.c
says "no clang-19 on PATH"
says "install"
one_message
clean
expect 2 a.ll
says "a.ll: no clang-19 on PATH"
one_message
clean
expect 0 a.bc
PATH=$saved
