# SPDX-License-Identifier: MIT
# --since REV: only races that a change since then may have brought about.
. "$ROOT/tests/cli/lib.bash"
command -v git >/dev/null || { echo "SKIPPED: there is no git"; exit 0; }
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_GLOBAL=/dev/null
mkdir -p "repo/a dir"
cd repo || exit 1
git init -q .
write()
{
	cat >"a dir/a.c" <<END
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int old, guarded, fresh, late;
static void touch(void)
{
	${1-pthread_mutex_lock(&m);}
	guarded++;
	${1-pthread_mutex_unlock(&m);}
}
static void slow(void)
{
	late++;
}
static void *run(void *p)
{
	old++;
	touch();
	${2-}
	return p;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	${3-}
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
END
}
write
git add -A && git commit -qm one
expect 1 "a dir/a.c"
shows "data race on 'old'"
expect 0 --since HEAD "a dir/a.c"
hides "data race on"
shows "only what may come from changes since HEAD, 1 left out"

# an access on a new line; the side that was changed comes first
write 'pthread_mutex_lock(&m);' 'fresh++;'
write "pthread_mutex_lock(&m);"
write
sed -i 's|^	return p;|	fresh++;\n	return p;|' "a dir/a.c"
sed -i 's|^	pthread_join(a, 0);|	fresh = 1;\n	pthread_join(a, 0);|' "a dir/a.c"
expect 1 --since HEAD "a dir/a.c"
shows "data race on 'fresh'"
shows "changed since HEAD: the access, a dir/a.c:"
hides "data race on 'old'"
git commit -qam two

# a new call of an old function
sed -i 's|^	touch();|	touch();\n	slow();|' "a dir/a.c"
expect 1 --since HEAD "a dir/a.c"
shows "data race on 'late'"
shows "changed since HEAD: a call on the way, a dir/a.c:18:2"
hides "data race on 'fresh'"
expect 1 --since HEAD~1 "a dir/a.c"
shows "data race on 'late'"
shows "data race on 'fresh'"
git commit -qam three

# a lock that is taken no more: no line is new, but the function has lost some
sed -i '/pthread_mutex_lock\|pthread_mutex_unlock/d' "a dir/a.c"
expect 1 --since HEAD "a dir/a.c"
shows "data race on 'guarded'"
shows "changed since HEAD: 'touch' does not call 'pthread_mutex_lock' there any more, a dir/a.c:"
hides "data race on 'old'"
git commit -qam four

# what was not in the baseline of that revision is new, wherever it is
expect 0 --write-baseline races.txt "a dir/a.c"
shows "races.txt: 4 races, of any confidence"
sed -i '/late/d' races.txt
git add races.txt && git commit -qm five
expect 1 --since HEAD --baseline races.txt "a dir/a.c"
shows "data race on 'late'"
shows "changed since HEAD: it was not in the baseline then"
hides "data race on 'old'"
expect 0 --since HEAD~1 --baseline races.txt -v "a dir/a.c"
says "HEAD~1 has no races.txt"

# the call that was changed is not left out of a long chain
{
	echo '#include <pthread.h>'
	echo 'int deep;'
	echo 'static void f9(void) { deep++; }'
	for i in 8 7 6 5 4 3 2 1; do
		echo "static void f$i(void) { f$((i + 1))(); }"
	done
	echo 'static void *run(void *p) { f1(); return p; }'
	echo 'int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); deep++; return 0; }'
} >deep.c
git add deep.c && git commit -qm deep
sed -i 's|void f4(void) { f5(); }|void f4(void) { f5(); /* again */ }|' deep.c
expect 1 deep.c
hides "calls 'f5'"
expect 1 --since HEAD deep.c
shows "calls 'f5'"
shows "more calls"
git commit -qam deeper

# in SARIF the changed side is the location
sed -i 's|^	old++;|	old += 2;|; s|^	pthread_join(b, 0);|	old = 7;\n	pthread_join(b, 0);|' "a dir/a.c"
git commit -qam six
sed -i 's|^	old = 7;|	old = 8;|' "a dir/a.c"
expect 1 --since HEAD --format sarif -o log.sarif "a dir/a.c"
python3 - <<'END' || fail "not as expected"
import json
run = json.load(open("log.sarif"))["runs"][0]
line = open("a dir/a.c").read().split("\n").index("\told = 8;") + 1
assert [r["properties"]["memory"] for r in run["results"]] == ["old"], run["results"]
place = run["results"][0]["locations"][0]["physicalLocation"]["region"]
assert place["startLine"] == line, (place, line)
notes = run["invocations"][0]["toolExecutionNotifications"]
assert any("since HEAD" in n["message"]["text"] for n in notes), notes
END
"$ROOT/tests/report/validate-sarif" log.sarif
status=$?
[ $status = 0 ] || [ $status = 3 ] || fail "not valid"
expect 1 --since HEAD --format json "a dir/a.c"
"$ROOT/tests/report/validate" .out || fail "not valid"
shows '"since": "HEAD"'
# from a directory below, and a file that git does not know
cd "a dir" || exit 1
expect 1 --since HEAD a.c
shows "data race on 'old'"
cp a.c new.c
git checkout -q a.c
expect 1 --since HEAD new.c
shows "data race on 'fresh'"
expect 0 --since HEAD a.c

expect 2 --since no-such-revision a.c
says "git says"
expect 2 --since --output=x a.c
cd / || exit 1
expect 2 --since HEAD "$OLDPWD/a.c"
says "no git repository"

