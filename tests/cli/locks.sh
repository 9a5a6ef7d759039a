# SPDX-License-Identifier: MIT
# chequer locks: the rule of each memory, what breaks it, what locks guard, their order.
. "$ROOT/tests/cli/lib.bash"
cat >a.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
	pthread_mutex_t lock;
	int kept, odd, loose;
};
static struct box *box;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static int guarded, by_rw, set_before, table[4], made, mine, wrong_mode;
static _Atomic int counter;

static void make(void)
{
	made = 7;
}

static void touch(struct box *b)
{
	pthread_mutex_lock(&b->lock);
	b->kept++;
	b->odd++;
	pthread_mutex_unlock(&b->lock);
	b->loose++;
}

static void *run(void *p)
{
	pthread_once(&control, make);
	pthread_mutex_lock(&outer);
	guarded++;
	touch(box);
	pthread_mutex_unlock(&outer);
	counter++;
	pthread_rwlock_rdlock(&rw);
	int sum = by_rw + table[1] + set_before + made + wrong_mode;
	wrong_mode = sum;
	pthread_rwlock_unlock(&rw);
	touch(box);
	return p;
}

static void *solo(void *p)
{
	mine++;
	return p;
}

int main(void)
{
	pthread_t a, b, c;
	box = malloc(sizeof(*box));
	pthread_mutex_init(&box->lock, 0);
	box->kept = box->odd = 0;
	set_before = 3;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_create(&c, 0, solo, 0);
	pthread_rwlock_wrlock(&rw);
	by_rw = 1;
	pthread_rwlock_unlock(&rw);
	return box->odd;
}
END
expect 0 locks a.c
shows "'struct box.odd': guarded by 'box->lock' in 2 of 3 places [one exception]"
shows "a.c:65:14: read in 'main', the main thread, without the lock"
shows "'struct box.kept': guarded by 'box->lock' in 2 of 2 places [proved]"
shows "'struct box.loose': no rule [mixed]"
shows "'guarded': guarded by 'outer' in 2 of 2 places [proved]"
shows "'by_rw': guarded by 'rw' in 2 of 2 places [proved]"
shows "'counter': atomic in 1 of 1 places [proved]"
shows "'made': made once, by 'control' [proved]"
shows "after 'outer' (a.c:23:2)"
shows "no possible deadlocks found"
hides "'set_before'"
hides "'mine'"
# a write under a lock that is held for reading does not follow the rule
shows "'wrong_mode': guarded by 'rw' in 1 of 2 places [mixed]"
expect 0 locks --all a.c
shows "'set_before': set while no other thread exists, then only read [proved]"
shows "'table': only read [proved]"
shows "'mine': used by one thread only [proved]"
shows "written by thread 'solo'"
first=$out
expect 0 locks --all -j8 a.c
[ "$out" = "$first" ] || fail "not the same with -j8"

expect 0 locks --format json a.c
python3 - <<'END' || fail "not as expected"
import json
d = json.load(open(".out"))
by = {m["name"]: m for m in d["memory"]}
odd = by["struct box.odd"]
assert odd["struct"] == "struct box" and odd["member"] == "odd", odd
assert (odd["rule"], odd["status"], odd["kept"], odd["total"]) == ("guarded", "one exception", 2, 3)
assert [e["line"] for e in odd["exceptions"]] == [65]
assert by["set_before"]["rule"] == "set-before-threads"
locks = {l["name"]: l for l in d["locks"]}
assert locks["box->lock"]["guards"] == 2 and locks["box->lock"]["one"]
assert [(o["first"], o["second"]) for o in d["order"]][0][0] == "outer"
assert d["deadlocks"] == []
END
expect 2 locks --format sarif a.c
says "text or json"
expect 1 --format html -o report a.c
grep -q 'one exception' report/locks.html || fail "no page of the locks"
grep -q 'href="locks.html"' report/index.html || fail "no link to it"
clean

# a helper that is given the address of a member: the place is where it is called
cat >h.c <<'END'
#include <pthread.h>
struct sums { int a, b; };
struct box { pthread_mutex_t lock; struct sums s; } box = {.lock = PTHREAD_MUTEX_INITIALIZER};
static void add(int *p) { ++*p; }
static void *run(void *p)
{
	pthread_mutex_lock(&box.lock);
	add(&box.s.a);
	pthread_mutex_unlock(&box.lock);
	add(&box.s.b);
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, run, 0);
	pthread_mutex_lock(&box.lock);
	add(&box.s.a);
	add(&box.s.b);
	pthread_mutex_unlock(&box.lock);
	return 0;
}
END
expect 0 locks h.c
shows "'struct box.s.a': guarded by 'box.lock' in 4 of 4 places [proved]"
shows "'struct box.s.b': guarded by 'box.lock' in 2 of 4 places [mixed]"
shows "h.c:10:2: write in 'run', thread 'run', without the lock"
clean
