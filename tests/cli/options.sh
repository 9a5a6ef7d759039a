# SPDX-License-Identifier: MIT
# The command line: commands, options and their mistakes.
. "$ROOT/tests/cli/lib.bash"
echo 'int main(void) { return 0; }' >a.c

expect 0 --help
shows "usage: chequer"
shows "--keep-going"
quiet
expect 0 dump --help
expect 0 --version
shows "chequer "
expect 0 check a.c
quiet
expect 0 a.c -q
expect 0 -qj1 a.c
expect 0 -j 2 a.c
expect 0 --jobs=2 a.c
expect 0 a.c -- -DX -Wall -O2 -c -o x.o
[ ! -e x.o ] || fail "-o reached clang"

for wrong in --fromat --no-such -Z -I. '-p' '--format' '--format=xml' '--jobs=0' '-j-1' \
	'--jobs=1.5' '--all=yes' '--time-limit=0' '--time-limit=x' '--colour=maybe'; do
	expect 2 a.c $wrong
	one_message
done
expect 2 --fromat json a.c
says "did you mean --format"
expect 2 -I. a.c
says "after --"
expect 2 --dot a.c
says "chequer dump"
expect 2 dump a.c
says "--ir"
expect 2 why a.c:1 a.c
says "two places"
expect 2 --models nothere.model a.c
says "nothere.model"
echo 'nonsense row here' >bad.model
expect 2 --models bad.model a.c
says "bad.model:1"
expect 2 --baseline nothere.txt a.c
says "nothere.txt"
expect 2 -p nothere
says "nothere"
one_message

# every option of --help is in the manual page and in the completion
"$CHEQUER" --man >man.1
"$CHEQUER" --completion >completion
for option in $("$CHEQUER" --help | grep -oE '^ .{4}--[a-z-]+' | sed 's/.*--//'); do
	grep -q -e "$(printf %s "--$option" | sed 's/-/\\\\-/g')" man.1 ||
		fail "--$option is not in the manual page"
	grep -q -e "--$option" completion || fail "--$option is not completed"
done
if command -v groff >/dev/null; then
	groff -man -Tutf8 -ww -z man.1 2>.err
	err=$(cat .err)
	quiet
fi
clean
