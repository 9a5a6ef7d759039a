# SPDX-License-Identifier: MIT
# Progress and colours are for terminals, and NO_COLOR is honoured.
. "$ROOT/tests/cli/lib.bash"
two_threads a.c 'int x;' '	x++;'
escape=$(printf '\033')
"$CHEQUER" a.c >.out 2>.err
out=$(cat .out)
err=$(cat .err)
quiet
hides "$escape"

# 'script' gives chequer a terminal for both outputs
on_terminal()
{
	script -qec "$*" /dev/null >.out </dev/null
	out=$(cat .out)
	err=
}
script -qec true /dev/null >/dev/null 2>&1 </dev/null || exit 0 # no terminal to be had
export TERM=xterm
on_terminal "$CHEQUER a.c"
shows "compiling"
shows "[1/1]"
shows "$escape[1"
on_terminal "NO_COLOR=1 $CHEQUER a.c 2>/dev/null"
hides "$escape"
on_terminal "NO_COLOR=1 $CHEQUER --color always a.c 2>/dev/null"
shows "$escape"
on_terminal "$CHEQUER --colour=never a.c 2>/dev/null"
hides "$escape"
on_terminal "$CHEQUER -q a.c >/dev/null"
[ -z "$out" ] || fail "progress with -q"
on_terminal "$CHEQUER nothere.c >/dev/null"
shows "chequer: error: nothere.c"
# lines are broken to fit; COLUMNS says more than the terminal
on_terminal "stty cols 50; COLUMNS= $CHEQUER a.c 2>/dev/null"
awk '{ sub(/\r$/, ""); gsub(/\033\[[0-9;]*m/, ""); if (length($0) > 50) bad = 1 } END { exit bad }' \
	.out || fail "a line over 50 columns"
on_terminal "stty cols 50; COLUMNS=70 $CHEQUER a.c 2>/dev/null"
awk '{ sub(/\r$/, ""); gsub(/\033\[[0-9;]*m/, ""); n = length($0) > n ? length($0) : n }
     END { exit n <= 50 || n > 70 }' .out || fail "COLUMNS is not respected"
