# SPDX-License-Identifier: MIT
# The .chequer file: found upward, each directive, and errors with their line.
. "$ROOT/tests/cli/lib.bash"
mkdir -p deep/er build
echo 'int in_a(void) { return 0; }' >a.c
echo 'int in_b(void) { return 0; }' >b.c
echo '# no rows' >extra.model
database_dir=build
database '{"directory": "'"$PWD"'", "file": "a.c", "command": "cc -c a.c"}' \
	'{"directory": "'"$PWD"'", "file": "b.c", "command": "cc -c b.c"}'
cat >.chequer <<'END'
# what this project always wants
database build

models extra.model   # beside this file
exclude 'b.*'
entry in_a in_b
option --stats --jobs 1
END
expect 0 dump --ir
shows "@in_a("
hides "@in_b("
says "phase"
(cd deep/er && "$CHEQUER" dump --ir 2>/dev/null) | grep -q '@in_a(' || fail "not found upward"
expect 0 dump --ir a.c
expect 0 --no-config dump --ir b.c
shows "@in_b("
[ -z "$err" ] || fail "--no-config read the file"
expect 2 --no-config dump --ir

wrong()
{
	printf "$1" >.chequer
	expect 2 a.c
	says ".chequer:$2: "
	one_message
}
wrong '\nexlude x\n' 2
says "exclude"
wrong 'models\n' 1
wrong 'models nothere.model\n' 1
wrong '# x\n\noption --al\n' 3
says "did you mean --all"
wrong 'option --jobs x\n' 1
wrong 'option a.c\n' 1
wrong 'exclude "x\n' 1
wrong 'database a b\n' 1
