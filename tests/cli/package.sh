# SPDX-License-Identifier: MIT
# cpack makes a .deb that has the program, its manual page and its completion; what describes
# the jobs of GitHub, GitLab and pre-commit can be read.
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
python3 - "$ROOT" <<'END' || fail "not YAML, or not as expected"
import sys
try:
    import yaml
except ImportError:
    sys.exit(0)
root = sys.argv[1] + "/"
action = yaml.safe_load(open(root + "action.yml"))
assert action["runs"]["using"] == "composite" and len(action["runs"]["steps"]) == 5
assert all("shell" in s or "uses" in s for s in action["runs"]["steps"])
job = yaml.safe_load(open(root + "script/chequer.gitlab-ci.yml"))["chequer"]
assert job["artifacts"]["paths"] == ["chequer.sarif"]
hook = yaml.safe_load(open(root + ".pre-commit-hooks.yaml"))[0]
assert hook["id"] == "chequer" and not hook["pass_filenames"]
END
