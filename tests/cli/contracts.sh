# SPDX-License-Identifier: MIT
# 'guard MEMORY by LOCK' in .chequer: where it is broken, there is a race of level high.
. "$ROOT/tests/cli/lib.bash"
cat >a.c <<'END'
#include <pthread.h>
#include <stdlib.h>
struct box {
	pthread_mutex_t lock, other;
	int count, loose, slots[4];
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int hits, solo;
static void touch(struct box *b)
{
	pthread_mutex_lock(&b->lock);
	b->count++;
	b->slots[1]++;
	pthread_mutex_unlock(&b->lock);
}
static void *run(void *p)
{
	touch(p);
	pthread_mutex_lock(&m);
	hits++;
	pthread_mutex_unlock(&m);
	return p;
}
static void *alone(void *p)
{
	solo++;
	return p;
}
int main(void)
{
	pthread_t a, b, c;
	struct box *box = calloc(1, sizeof(*box));
	pthread_create(&a, 0, run, box);
	pthread_create(&b, 0, run, box);
	pthread_create(&c, 0, alone, 0);
	hits = 7;
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	box->loose = box->count;
	return 0;
}
END
# kept: nothing but the race that is there anyway
expect 1 a.c
shows "data race on 'hits'"
hides "contract"
cat >.chequer <<'END'
guard struct box.count by struct box.lock
guard box.slots by lock
END
expect 1 a.c
hides "contract"
# broken by a race that is known
echo 'guard hits by m' >.chequer
expect 1 a.c
shows "data race on 'hits' [high;"
shows "contract broken: .chequer:1: 'hits' is to be guarded by 'm'"
# broken where nothing races: another lock, or no lock as only one thread is there
cat >.chequer <<'END'
guard struct box.count by struct box.other # not the one that is taken
guard solo by m
END
expect 1 a.c
shows "data race on 'struct box.count' [high;"
shows "contract broken: .chequer:1: 'struct box.count' is to be guarded by 'struct box.other', which nobody takes"
shows "data race on 'solo' [high;"
expect 1 --format json a.c
"$ROOT/tests/report/validate" .out || fail "not valid"
expect 1 --format sarif -o log.sarif a.c
"$ROOT/tests/report/validate-sarif" log.sarif
status=$?
[ $status = 0 ] || [ $status = 3 ] || fail "not valid"
grep -q 'Contract broken: ' log.sarif || fail "not in SARIF"
expect 1 --format html -o report a.c
# order is no excuse: the contract says that the lock is held
sed '/pthread_join(c, 0)/d' a.c >b.c
echo 'guard struct box.count by struct box.lock' >.chequer
expect 1 b.c
shows "b.c:39:20: note: read of 'box->count' in the main thread, no locks held"
shows "contract broken: .chequer:1"
# annotations of clang's -Wthread-safety are contracts
rm .chequer
two_threads c.c '#ifdef __clang__
#define GUARDED_BY(x) __attribute__((guarded_by(x)))
#endif
#define MY_GUARDED_BY(x)
struct box {
	pthread_mutex_t lock, other;
	struct { int deep; } in;
	int count MY_GUARDED_BY(lock), /* GUARDED_BY(other) */ second[2] MY_GUARDED_BY(other);
	const char *text; // "GUARDED_BY(lock)"
};
typedef struct {
	pthread_mutex_t m;
	int n MY_GUARDED_BY(&m);
} unnamed;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int hits GUARDED_BY(m) = 1;
static struct box box = {.lock = PTHREAD_MUTEX_INITIALIZER, .other = PTHREAD_MUTEX_INITIALIZER};
static unnamed u = {.m = PTHREAD_MUTEX_INITIALIZER};' '	pthread_mutex_lock(&box.lock);
	box.count++;
	box.second[0]++;
	pthread_mutex_unlock(&box.lock);
	pthread_mutex_lock(&u.m);
	u.n++;
	hits++;
	pthread_mutex_unlock(&u.m);'
expect 0 c.c
expect 1 --annotations c.c
shows "2 data races"
shows "contract broken: c.c:9: 'box.second' is to be guarded by 'other', which nobody takes"
shows "contract broken: c.c:17: 'hits' is to be guarded by 'm', which nobody takes"
# a name that nobody has
echo 'guard hit by m' >.chequer
expect 1 a.c
says ".chequer:1: no thread uses 'hit' while others run"
for wrong in 'guard hits' 'guard by m' 'guard hits by'; do
	echo "$wrong" >.chequer
	expect 2 a.c
	says ".chequer:1: expected 'guard MEMORY by LOCK'"
done
clean
