# SPDX-License-Identifier: MIT
# cpack makes a .deb that has the program, its manual page and its completion.
. "$ROOT/tests/cli/lib.bash"
build=$(dirname "$CHEQUER")
if command -v dpkg-shlibdeps >/dev/null && command -v cpack >/dev/null &&
	[ -e "$build/CPackConfig.cmake" ]; then
	cpack --config "$build/CPackConfig.cmake" -G DEB -B "$PWD/made" >.out 2>.err || {
		out=$(cat .out) err=$(cat .err)
		fail "cpack"
	}
	deb=$(echo made/*.deb)
	dpkg-deb -c "$deb" >.out
	out=$(cat .out)
	for file in bin/chequer bin/chequer-cc share/man/man1/chequer.1 \
		share/bash-completion/completions/chequer lib/chequer/libchequer-confirm.a; do
		shows "./usr/$file"
	done
	out=$(dpkg-deb -f "$deb" Depends Version)
	shows "clang-19"
	shows "libjansson4"
	dpkg-deb -x "$deb" there
	CHEQUER=$PWD/there/usr/bin/chequer
	expect 0 --version
	shows "chequer "
else
	echo "SKIPPED: there is no cpack or no dpkg-shlibdeps (packages cmake, dpkg-dev)"
fi
