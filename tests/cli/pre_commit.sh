# SPDX-License-Identifier: MIT
# The hook for pre-commit, run by pre-commit itself on a repository with a change: what the change
# brings stops the commit, what was there before does not.
. "$ROOT/tests/cli/lib.bash"
if ! command -v pre-commit >/dev/null || ! command -v git >/dev/null; then
	echo "SKIPPED: there is no pre-commit, or no git (packages pre-commit, git)"
	exit 0
fi
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_GLOBAL=/dev/null PRE_COMMIT_HOME=$PWD/home HOME=$PWD
mkdir bin hooks project
ln -s "$CHEQUER" bin/chequer
PATH=$PWD/bin:$PATH
cp "$ROOT/.pre-commit-hooks.yaml" hooks
(cd hooks && git init -q . && git add -A && git commit -qm one && git tag v0) || fail "git"
here=$PWD
cd project || exit 1
git init -q .
cat >.pre-commit-config.yaml <<END
repos:
  - repo: $here/hooks
    rev: v0
    hooks: [{id: chequer, args: [a.c]}]
END
two_threads a.c 'static int old, fresh;' '	old++;'
git add -A
git commit -qm one
pre-commit install >/dev/null || fail "pre-commit install"
commit()
{
	git commit -qam two >"$here/.out" 2>"$here/.err"
	local status=$?
	out=$(cat "$here/.out" "$here/.err")
	last="(git commit)"
	return $status
}

sed -i 's/^	old++;/	old++; \/\/ as ever\n	fresh++;/' a.c
commit && fail "a new race was committed"
shows "data races (chequer)"
shows "data race on 'fresh'"

# it is not C: the hook has nothing to do
git checkout -q a.c
echo text >README
git add README
commit || fail "a change of a text was not committed"
shows "Skipped"

# a change that touches nothing of the old race
sed -i 's/^	return 0;/	return fresh;/' a.c
commit || fail "a change without a race was not committed"
shows "Passed"
