# SPDX-License-Identifier: MIT
# The same reports with and without a cache, over some random edits, kills and damages.
. "$ROOT/tests/cli/lib.bash"
"$ROOT/tests/cache/edits" --count 8 --kill 2 --damage 2 >log 2>&1 || fail "$(cat log)"
