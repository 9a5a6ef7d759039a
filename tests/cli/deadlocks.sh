# SPDX-License-Identifier: MIT
# --deadlocks: circles in the order of locks, and what is none.
. "$ROOT/tests/cli/lib.bash"

# program NAME ONE TWO: two threads, each with its statements
program()
{
	cat >"$1" <<END
#include <pthread.h>
#define L(m) pthread_mutex_lock(&m)
#define U(m) pthread_mutex_unlock(&m)
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER, s = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int x;
static void take_b(void) { L(b); x++; U(b); }
static void *one(void *p) { $2; return p; }
static void *two(void *p) { $3; return p; }
static void *three(void *p) { ${4:-}; return p; }
int main(void)
{
	pthread_t i, j, k;
	pthread_create(&i, 0, one, 0);
	${BETWEEN:-}
	pthread_create(&j, 0, two, 0);
	pthread_create(&k, 0, three, 0);
	take_b();
	return 0;
}
END
}
# a helper takes the second one
program ab.c 'L(a); take_b(); U(a)' 'L(b); L(a); x++; U(a); U(b)'
expect 1 --deadlocks ab.c
shows "locks are taken in different orders: 'a', 'b' [deadlock, high;"
shows "takes 'b' in 'take_b', thread 'one', holding 'a' (taken at ab.c:9:29)"
shows "takes 'a' in 'two', thread 'two', holding 'b'"
shows "1 possible deadlock"
expect 0 ab.c
hides "deadlock"
expect 1 --deadlocks --format json ab.c
python3 -c 'import json; d = json.load(open(".out"))["deadlocks"]; assert len(d) == 1 and len(d[0]["steps"]) == 2' ||
	fail "not in the JSON"
"$ROOT/tests/report/validate" .out || fail "not valid"
expect 1 --deadlocks --format sarif -o log.sarif ab.c
"$ROOT/tests/report/validate-sarif" log.sarif
status=$?
[ $status = 0 ] || [ $status = 3 ] || fail "not valid"
python3 - <<'END' || fail "not as expected"
import json
r = json.load(open("log.sarif"))["runs"][0]["results"]
assert [x["ruleId"] for x in r] == ["lock-order"], r
assert len(r[0]["codeFlows"][0]["threadFlows"]) == 2
END
# functions that stand for the lock function: their callers take it
sed -e 's/^static void take_b/static void up(pthread_mutex_t *m) { L(*m); }\nstatic void down(pthread_mutex_t *m) { U(*m); }\n&/' \
	-e '/^static void \*two/s/L(b); L(a); x++; U(a); U(b)/L(b); up(\&a); x++; down(\&a); U(b)/' ab.c >wrapped.c
expect 1 --deadlocks wrapped.c
shows "wrapped.c:12:35: note: takes 'a' in 'two', thread 'two', holding 'b'"
# three threads, three locks
program abc.c 'L(a); L(b); x++; U(b); U(a)' 'L(b); L(c); x++; U(c); U(b)' 'L(c); L(a); x++; U(a); U(c)'
expect 1 --deadlocks abc.c
shows "different orders: 'a', 'b', 'c' [deadlock, high;"
# readers keep writers out
program rw.c 'pthread_rwlock_rdlock(&r); pthread_rwlock_wrlock(&s); x++; pthread_rwlock_unlock(&s); pthread_rwlock_unlock(&r)' \
	'pthread_rwlock_rdlock(&s); pthread_rwlock_wrlock(&r); x++; pthread_rwlock_unlock(&r); pthread_rwlock_unlock(&s)'
expect 1 --deadlocks rw.c
shows "different orders: 'r', 's'"

# none of these is one: both in one order, by one thread, behind a gate, one that only tries,
# only readers, one that is joined before the other begins
none()
{
	program none.c "$@"
	expect 0 --deadlocks none.c
	shows "no possible deadlocks found"
}
none 'L(a); L(b); x++; U(b); U(a)' 'L(a); L(b); x++; U(b); U(a)'
none 'L(a); L(b); x++; U(b); U(a); L(b); L(a); x++; U(a); U(b)' 'x++'
none 'L(gate); L(a); L(b); x++; U(b); U(a); U(gate)' 'L(gate); L(b); L(a); x++; U(a); U(b); U(gate)'
none 'L(a); L(b); x++; U(b); U(a)' \
	'L(b); if (pthread_mutex_trylock(&a) == 0) { x++; U(a); } U(b)'
none 'pthread_rwlock_rdlock(&r); pthread_rwlock_rdlock(&s); x++; pthread_rwlock_unlock(&s); pthread_rwlock_unlock(&r)' \
	'pthread_rwlock_rdlock(&s); pthread_rwlock_rdlock(&r); x++; pthread_rwlock_unlock(&r); pthread_rwlock_unlock(&s)'
BETWEEN='pthread_join(i, 0);' none 'L(a); L(b); x++; U(b); U(a)' 'L(b); L(a); x++; U(a); U(b)'

# locks of structs: which objects is not known; two of one struct: low
cat >structs.c <<'END'
#include <pthread.h>
struct account { pthread_mutex_t lock; int sum; };
struct bank { pthread_mutex_t lock; int total; };
static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static struct bank banks[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static void move(struct account *from, struct account *to)
{
	pthread_mutex_lock(&from->lock);
	pthread_mutex_lock(&to->lock);
	from->sum--, to->sum++;
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}
static void book(struct bank *b, struct account *a)
{
	pthread_mutex_lock(&b->lock);
	pthread_mutex_lock(&a->lock);
	b->total += a->sum;
	pthread_mutex_unlock(&a->lock);
	pthread_mutex_unlock(&b->lock);
}
static void pay(struct bank *b, struct account *a)
{
	pthread_mutex_lock(&a->lock);
	pthread_mutex_lock(&b->lock);
	a->sum += b->total;
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_unlock(&a->lock);
}
static void *run(void *p)
{
	long i = (long)p;
	move(&accounts[i], &accounts[1 - i]);
	book(&banks[i], &accounts[i]);
	pay(&banks[1 - i], &accounts[1 - i]);
	return 0;
}
int main(void)
{
	pthread_t t[2];
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], 0, run, (void *)i);
	return 0;
}
END
expect 1 --deadlocks structs.c
shows "different orders: 'struct account.lock', 'struct bank.lock' [deadlock, medium;"
shows "of low confidence: --all"
expect 1 --deadlocks --all structs.c
shows "'struct account.lock', 'struct account.lock' [deadlock, low;"
clean
