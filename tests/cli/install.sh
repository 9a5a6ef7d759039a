# SPDX-License-Identifier: MIT
# cmake --install puts the program, its manual page and its data in place.
. "$ROOT/tests/cli/lib.bash"
build=$(dirname "$CHEQUER")
[ -e "$build/cmake_install.cmake" ] || exit 0
cmake --install "$build" --prefix "$PWD/there" >.out 2>.err || fail "cmake --install"
for file in bin/chequer bin/chequer-cc lib/chequer/libchequer-confirm.a share/man/man1/chequer.1 share/bash-completion/completions/chequer \
	share/chequer/models/pthread.model share/doc/chequer/README.md; do
	[ -e "there/$file" ] || fail "no $file"
done
CHEQUER=$PWD/there/bin/chequer
echo 'int main(void) { return 0; }' >a.c
expect 0 a.c
