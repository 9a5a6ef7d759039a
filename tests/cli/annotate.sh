# SPDX-License-Identifier: MIT
# chequer annotate: a patch with which clang -Wthread-safety has nothing to say, and after which
# it does say when a lock is left out.
. "$ROOT/tests/cli/lib.bash"
command -v git >/dev/null || { echo "SKIPPED: there is no git"; exit 0; }
export GIT_CEILING_DIRECTORIES=$PWD
warnings()
{
	clang-19 -fsyntax-only -Wthread-safety "$@" 2>&1 | grep -E 'warning|error'
}
silent()
{
	local said
	said=$(warnings "$@")
	[ -z "$said" ] || fail "clang says: $said"
}
apply()
{
	git apply "$1" || fail "git apply does not take $1"
}

mkdir src
cat >src/queue.h <<'END'
#ifndef QUEUE_H
#define QUEUE_H
#include <pthread.h>
struct item {
	struct item *next; /* of the queue that it is in */
	int value;
};
typedef struct {
	struct item *first, *last;
	unsigned length : 8, busy : 1;
	int slots[4];
	pthread_mutex_t lock; /* behind what it guards */
	int free;
} queue_t;
struct account {
	pthread_mutex_t lock;
	long balance;
};
void queue_lock(queue_t *which);
void queue_unlock(queue_t *);
int queue_sum(queue_t *q);
void total_add(int n);
extern int total;
#endif
END
cat >src/queue.c <<'END'
#include "queue.h"
static int calls;
static pthread_mutex_t calls_lock = PTHREAD_MUTEX_INITIALIZER, total_lock = PTHREAD_MUTEX_INITIALIZER;
int total;
void queue_lock(queue_t *q) { pthread_mutex_lock(&q->lock); }
void queue_unlock(queue_t *q)
{
	pthread_mutex_unlock(&q->lock);
}
static void count(void);
int queue_sum(queue_t *q)
{
	int sum = 0;
	for (struct item *i = q->first; i; i = i->next)
		sum += i->value;
	count();
	return sum + q->slots[1];
}
static void count(void)
{
	pthread_mutex_lock(&calls_lock);
	calls++;
	pthread_mutex_unlock(&calls_lock);
}
void total_add(int n)
{
	pthread_mutex_lock(&total_lock);
	total += n;
	pthread_mutex_unlock(&total_lock);
}
END
cat >src/main.c <<'END'
#include <stdlib.h>
#include "queue.h"
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[8], (*hook)(void), racy;
static queue_t *queue;
static struct bank { struct account accounts[3]; } bank;
static struct item shared;
static void push(queue_t *q, struct item *i)
{
	i->next = q->first;
	q->first = i;
	q->length++;
	q->slots[0] = q->length;
}
static void setup(void)
{
	queue = malloc(sizeof(*queue));
	queue->first = NULL;
	queue->length = 0;
	pthread_mutex_init(&queue->lock, NULL);
	for (int i = 0; i < 3; i++)
		pthread_mutex_init(&bank.accounts[i].lock, NULL);
}
static void pay(struct account *a, int n)
{
	pthread_mutex_lock(&a->lock);
	a->balance += n;
	pthread_mutex_unlock(&a->lock);
}
static void *run(void *p)
{
	queue_lock(queue);
	push(queue, &shared);
	total_add(queue_sum(queue));
	queue_unlock(queue);
	pthread_rwlock_wrlock(&table_lock);
	table[1]++;
	hook = NULL;
	pthread_rwlock_unlock(&table_lock);
	for (int k = 0; k < 3; k++)
		pay(&bank.accounts[k], k);
	racy++;
	return p;
}
int main(void)
{
	pthread_t a, b;
	setup();
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_rwlock_rdlock(&table_lock);
	int n = table[1] + (hook != NULL);
	pthread_rwlock_unlock(&table_lock);
	return n;
}
END
cp -r src before
expect 0 annotate src/main.c src/queue.c -o a.patch
grep '^+' a.patch >plus
for line in 'struct item *first GUARDED_BY(ANY(queue_t_lock)), *last;' \
	'int slots[4] GUARDED_BY(ANY(queue_t_lock));' \
	'struct item *next GUARDED_BY(ANY(queue_t_lock));' \
	'LOCK_CLASS_MEMBER(queue_t_lock, queue_t, lock);' \
	'long balance GUARDED_BY(ANY(account_lock));' \
	'static int table[8] GUARDED_BY(table_lock), (*hook)(void) GUARDED_BY(table_lock), racy;' \
	'static int calls GUARDED_BY(ANY(calls_lock));' 'LOCK_CLASS_VARIABLE(calls_lock, calls_lock);' \
	'extern int total GUARDED_BY(ANY(total_lock));' 'int total GUARDED_BY(total_lock);' \
	'void queue_lock(queue_t *which) ACQUIRE(which->lock);' \
	'void queue_lock(queue_t *q) ACQUIRE(q->lock) { pthread' \
	'void queue_unlock(queue_t *q) RELEASE(q->lock);' \
	'void queue_unlock(queue_t *q) RELEASE(q->lock)' \
	'static void push(queue_t *q, struct item *i) REQUIRES(ANY(queue_t_lock))' \
	'int queue_sum(queue_t *q) REQUIRES(ANY(queue_t_lock));' \
	'static void setup(void) NO_THREAD_SAFETY_ANALYSIS'; do
	grep -qF -- "$line" plus || fail "not in the patch: $line"
done
grep -q "racy GUARDED" plus && fail "a race is annotated"
apply a.patch
silent src/main.c src/queue.c
clang-19 -std=c99 -D_XOPEN_SOURCE=700 -pedantic -Wall -Wthread-safety -Werror -fsyntax-only \
	src/queue.c || fail "not with -std=c99"
if command -v gcc >/dev/null; then
	gcc -std=c11 -D_XOPEN_SOURCE=700 -pedantic -Wall -Wextra -Werror -fsyntax-only src/queue.c ||
		fail "gcc does not take it"
fi

# a second time there is nothing to add
expect 0 annotate src/main.c src/queue.c
hides "+++"
shows "0 guarded"
expect 1 src/main.c src/queue.c
shows "data race on 'racy'"
hides "data race on 'total'"

# what was annotated is checked from now on
sed -i 's/^	queue_lock(queue);//; s/^	queue_unlock(queue);//' src/main.c
warnings src/main.c | grep -q "calling function 'push' requires holding" || fail "push unchecked"
sed -i 's/^	pthread_mutex_\(un\)*lock(&total_lock);//' src/queue.c
warnings src/queue.c | grep -q "writing variable 'total' requires" || fail "total is not checked"
sed -i 's/lock(&a->lock)/lock(\&queue->lock)/' src/main.c
warnings src/main.c | grep -q "writing variable 'balance' requires" || fail "any lock will do"

# patch(1), too, and the same bytes whatever the number of workers
cp -r before src2
if command -v patch >/dev/null; then
	rm -r src && cp -r before src
	patch -s -p1 <a.patch || fail "patch -p1"
	silent src/main.c src/queue.c
fi
rm -r src && mv before src
expect 0 annotate --no-cache -j8 src/queue.c src/main.c -o b.patch
cmp a.patch b.patch || fail "not the same with -j8 and another order of files"

# for a kernel; and what cannot be said is listed
expect 0 annotate --style kernel src/main.c src/queue.c
shows "+	int slots[4] __guarded_by(&lock);"
shows "not expressible: 'struct item.next' (guarded by 'queue->lock'): the lock is not in the same struct"
shows "not expressible: 'queue_t.{length,busy}' (guarded by 'queue->lock'): it has no declaration of its own"
hides "thread_safety.h"

# wrappers that are given the lock, one that waits, and a lock that is only tried
cat >w.c <<'END'
#include <pthread.h>
#include <stdbool.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int n, tried;
static bool ready;
static void take(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
static void give(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
static void pause_a_moment(void)
{
	give(&m);
	take(&m);
}
static void *run(void *p)
{
	static int in_function;
	take(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	n++;
	in_function++;
	pause_a_moment();
	n++;
	give(&m);
	if (pthread_mutex_trylock(&m) == 0) {
		tried++;
		give(&m);
	}
	return p;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	take(&m);
	ready = true;
	pthread_cond_broadcast(&c);
	give(&m);
	return 0;
}
END
expect 0 annotate w.c -o w.patch
grep -q "not expressible: 'in_function'" w.patch || fail "silent about a static local variable"
for line in 'take(pthread_mutex_t *lock) ACQUIRE(*lock)' 'give(pthread_mutex_t *lock) RELEASE(*lock)' \
	'pause_a_moment(void) REQUIRES(m)' 'int n GUARDED_BY(m), tried GUARDED_BY(m);'; do
	grep -qF "$line" w.patch || fail "not in the patch: $line"
done
grep -q '^+.*NO_THREAD' w.patch && grep -v '#define' w.patch | grep -q '^+.*) NO_THREAD_SAFETY' &&
	fail "clang is not asked about something"
apply w.patch
silent w.c

# a project's own name for the type, in a header of its own; a member that is not always there
mkdir own
cat >own/locks.h <<'END'
#include <pthread.h>
#ifdef WITH_THREADS
typedef pthread_mutex_t lock_t;
#define take(l) pthread_mutex_lock(l)
#define give(l) pthread_mutex_unlock(l)
#else
#define take(l)
#define give(l)
#endif
END
cat >own/o.c <<'END'
#include "locks.h"
struct box {
	int n;
#ifdef WITH_THREADS
	lock_t lock;
#endif
};
static void *run(void *p)
{
	struct box *b = p;
	take(&b->lock);
	b->n++;
	give(&b->lock);
	return p;
}
int main(void)
{
	static struct box box = {.lock = PTHREAD_MUTEX_INITIALIZER};
	pthread_t a, b;
	pthread_create(&a, 0, run, &box);
	pthread_create(&b, 0, run, &box);
	return 0;
}
END
expect 0 annotate own/o.c -o o.patch -- -DWITH_THREADS
for line in '+typedef pthread_mutex_t lock_t LOCK_TYPE;' '+	int n GUARDED_BY(ANY(box_lock));' \
	'+#ifdef WITH_THREADS' '+#endif'; do
	grep -qxF -- "$line" o.patch || fail "not in the patch: $line"
done
apply o.patch
silent -DWITH_THREADS own/o.c
sed -i 's/^	take.*//; s/^	give.*//' own/o.c
warnings -DWITH_THREADS own/o.c | grep -q "writing variable 'n' requires" || fail "not checked"

# nothing proved: no patch
cat >r.c <<'END'
#include <pthread.h>
static int n;
static void *run(void *p) { n++; return p; }
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, run, 0);
	n++;
	return 0;
}
END
expect 0 annotate r.c
hides "+++"
expect 2 annotate --style gcc r.c
clean

# only units that read what is edited are asked about, and a report is used again
real=$(command -v clang-19)
mkdir bin other
cat >bin/clang-19 <<END
#!/bin/bash
case " \$* " in *' -Wthread-safety '*) echo "\${@: -1}" >>"$PWD/asked" ;; esac
exec "$real" "\$@"
END
chmod +x bin/clang-19
cat >other/shared.h <<'END'
#include <pthread.h>
extern pthread_mutex_t lock;
extern int total;
END
cat >other/main.c <<'END'
#include "shared.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;
static void *run(void *p)
{
	pthread_mutex_lock(&lock);
	total++;
	pthread_mutex_unlock(&lock);
	return p;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	return 0;
}
END
echo 'int main(void) { return 0; }' >other/tool.c
printf '#include "shared.h"\nint peek(void) { return 0; }\n' >other/peek.c
for f in main tool peek; do
	echo "{\"directory\": \"$PWD/other\", \"file\": \"$f.c\", \"arguments\": [\"cc\", \"-c\", \"$f.c\"]}"
done | python3 -c 'import json,sys; print(json.dumps([json.loads(l) for l in sys.stdin]))' >other/compile_commands.json
PATH=$PWD/bin:$PATH CHEQUER_CACHE=$PWD/cache expect 0 annotate -p other -o o.patch
grep -q 'int total GUARDED_BY' o.patch || fail "not annotated: $(cat o.patch)"
[ "$(sed 's,.*/,,' asked | sort -u | tr '\n' ' ')" = "main.c peek.c " ] || fail "asked about $(sort -u asked)"
rm asked
PATH=$PWD/bin:$PATH CHEQUER_CACHE=$PWD/cache expect 0 annotate -p other -o again.patch
cmp -s o.patch again.patch || fail "another patch from the cache"
[ ! -e asked ] || fail "asked again about $(sort -u asked)"
# what was said about another text is not used
sed -i 's/total++;/total += 2;/' other/main.c
PATH=$PWD/bin:$PATH CHEQUER_CACHE=$PWD/cache expect 0 annotate -p other -o o.patch
[ "$(sed 's,.*/,,' asked | sort -u | tr '\n' ' ')" = "main.c " ] || fail "asked about $(sort -u asked)"
rm -r other cache

# the examples
mkdir ex
cp "$ROOT"/examples/*.c ex
for f in ex/*.c; do
	expect 0 annotate "$f" -o e.patch
	! grep -q '^+++' e.patch || apply e.patch
	silent "$f"
done
grep -q 'bins\[BINS\] GUARDED_BY(ANY(histogram_lock));' ex/pipeline.c || fail "examples/pipeline.c"
