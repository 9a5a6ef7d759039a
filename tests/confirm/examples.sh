# SPDX-License-Identifier: MIT
# Every race of the examples is seen happening.
. "$ROOT/tests/cli/lib.bash"
for example in "$ROOT"/examples/*.c; do
	expect 1 confirm "$example"
	shows "[confirmed;"
	hides "[high;"
	hides "[medium;"
done
clean
