# SPDX-License-Identifier: MIT
# The shell steps of action.yml and of the job for GitLab, as their runners would start them: taken out of
# the YAML and run one after the other. Only docker is not the real one: what it would run inside of
# the image is run here.
. "$ROOT/tests/cli/lib.bash"
if ! python3 -c 'import yaml' 2>/dev/null || ! command -v git >/dev/null; then
	echo "SKIPPED: there is no YAML for python, or no git (packages python3-yaml, git)"
	exit 0
fi
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_GLOBAL=/dev/null REAL=$CHEQUER HERE=$PWD
mkdir bin project
cat >bin/docker <<'END'
#!/bin/bash
# build, create, cp, rm, run: as far as the action uses them.
set -eu
echo "docker $*" >>"$HERE/log"
command=$1
shift
case $command in
build) [ -f "${!#}/Dockerfile" ] ;;
create) echo container ;;
rm) ;;
cp) [ "$1" = container:/usr/bin/chequer ] && [ "$2" = /usr/local/bin/chequer ] && ln -sf "$REAL" "$HERE/bin/chequer" ;;
run)
	while [ "$1" != chequer ]; do
		case $1 in
		--rm) ;;
		-v) shift; [ "$1" = "$PWD:$PWD" ] ;;
		-w) shift; cd "$1" ;;
		-e) shift; export "${1?}" ;;
		*) exit 9 ;;
		esac
		shift
	done
	shift
	exec "$REAL" "$@"
	;;
*) exit 9 ;;
esac
END
printf '#!/bin/sh\nexec "$@"\n' >bin/sudo
printf '#!/bin/sh\necho "apt-get $*" >>"$HERE/log"\n' >bin/apt-get
chmod +x bin/*
PATH=$PWD/bin:$PATH
cd project || exit 1
two_threads a.c 'static int old, fresh;' '	old++;'
printf 'a: a.c\n\tcc -pthread -o $@ $<\n' >Makefile
git init -q . && git add -A && git commit -qm one

cat >"$HERE/run.py" <<'END'
"""Runs the steps of a composite action, or the script of a job, as its runner does."""
import os, re, subprocess, sys, yaml

kind, path, *settings = sys.argv[1:]
settings = dict(s.split("=", 1) for s in settings)
text = yaml.safe_load(open(path))

def shell(script, env, words=("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")):
    return subprocess.run([*words, script], env={**os.environ, **env}).returncode

if kind == "gitlab":
    job = text["chequer"]
    env = {**{k: str(v) for k, v in job["variables"].items()}, **settings}
    status = shell("\n".join(job["script"]), env)
    assert os.path.exists(job["artifacts"]["paths"][0]), "no artifact"
    sys.exit(status)

inputs = {k: v.get("default", "") for k, v in text["inputs"].items()}
inputs.update({k: v for k, v in settings.items() if k in inputs})
values = {"github.event.pull_request.base.sha": settings.get("base", "")}
values.update({"inputs." + k: v for k, v in inputs.items()})

def evaluate(expression):
    assert expression in values, expression
    return values[expression]

def holds(condition):
    left, operator, right = re.fullmatch(r"(\S+) (==|!=) '(.*)'", condition).groups()
    return (evaluate(left) == right) == (operator == "==")

for step in text["runs"]["steps"]:
    if "if" in step and not holds(step["if"]):
        continue
    if "uses" in step:
        assert os.path.exists(step["with"]["sarif_file"]), "nothing to upload"
        continue
    assert step["shell"] == "bash"
    output = os.path.join(os.environ["HERE"], "output")
    open(output, "w").close()
    env = {k: re.sub(r"\$\{\{ (.*?) \}\}", lambda m: evaluate(m[1]), v)
           for k, v in step.get("env", {}).items()}
    env.update(GITHUB_OUTPUT=output, GITHUB_ACTION_PATH=os.path.dirname(path))
    status = shell(step["run"], env)
    for line in open(output):
        name, value = line.rstrip("\n").split("=", 1)
        values["steps.%s.outputs.%s" % (step["id"], name)] = value
    if status:
        print("step '%s': %d" % (step["name"], status))
        sys.exit(status)
END
run()
{
	local wanted=$1 status=0
	shift
	last="(run.py $*)"
	python3 "$HERE/run.py" "$@" >"$HERE/.out" 2>"$HERE/.err" || status=$?
	out=$(cat "$HERE/.out")
	err=$(cat "$HERE/.err")
	[ $status = "$wanted" ] || fail "status $status, expected $wanted"
}
results()
{
	python3 -c 'import json; print(len(json.load(open("chequer.sarif"))["runs"][0]["results"]))'
}

# GitHub: there is a race; it is shown, and fails unless that is not wanted
run 1 github "$ROOT/action.yml" "build=make -B"
shows "step 'Fail when there are races': 1"
[ "$(results)" = 1 ] || fail "$(results) results"
grep -q "apt-get install" ../log || fail "what chequer needs was not installed"
run 0 github "$ROOT/action.yml" "build=make -B" fail=false upload=false
# without a build of our own: the database is there
run 1 github "$ROOT/action.yml"
# a pull request that brings nothing; one that does; more options
run 0 github "$ROOT/action.yml" "build=make -B" base=HEAD
sed -i 's/^	old++;/	old++;\n	fresh++;/' a.c
run 1 github "$ROOT/action.yml" "build=make -B" base=HEAD
[ "$(results)" = 1 ] || fail "$(results) results"
"$REAL" -q a.c --write-baseline races.txt
run 0 github "$ROOT/action.yml" baseline=races.txt
# a build that fails, and an option that is none, fail whatever is wanted
run 1 github "$ROOT/action.yml" build=false fail=false
run 1 github "$ROOT/action.yml" arguments=--no-such-option fail=false

# GitLab
ln -sf "$REAL" "$HERE/bin/chequer"
git checkout -q a.c
run 1 gitlab "$ROOT/script/chequer.gitlab-ci.yml" "CHEQUER_BUILD=make -B"
run 0 gitlab "$ROOT/script/chequer.gitlab-ci.yml" "CHEQUER_BUILD=make -B" CI_MERGE_REQUEST_DIFF_BASE_SHA=HEAD
run 0 gitlab "$ROOT/script/chequer.gitlab-ci.yml" CHEQUER_BUILD= "CHEQUER_ARGUMENTS=--baseline races.txt"
