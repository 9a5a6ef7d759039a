# SPDX-License-Identifier: MIT
# The bash completion completes options, choices, commands and files.
. "$ROOT/tests/cli/lib.bash"
"$CHEQUER" --completion >completion
bash -n completion || fail "not a shell script"
. ./completion
: >main.c
: >notes.txt

complete_line()
{
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	_chequer
	out=${COMPREPLY[*]}
}
complete_line chequer --ke
[ "$out" = "--kernel --keep-going" ] || fail "options"
complete_line chequer --format ""
[ "$out" = "text json sarif html" ] || fail "choices"
complete_line chequer du
[ "$out" = "dump" ] || fail "commands"
complete_line chequer ma
[ "$out" = "main.c" ] || fail "files"
complete_line chequer no
[ -z "$out" ] || fail "files of other kinds"
