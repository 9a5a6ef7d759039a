# SPDX-License-Identifier: MIT
# Suppression files of ThreadSanitizer; what silences nothing any more is named.
. "$ROOT/tests/cli/lib.bash"
two_threads a.c 'int counter, other_one, third;
static void bump(void) { counter++; }
static void outer(void) { bump(); }' '	outer();
	other_one++;
	third++;'
rules()
{
	printf '%s\n' "$@" >tsan.txt
}
expect 1 a.c
shows "3 data races"
rules '# known' 'race:outer' ''
expect 1 --suppressions tsan.txt -v a.c
shows "2 data races"
shows "ignored: 'counter'"
shows "tsan.txt:2: outer"
rules 'race_top:outer'
expect 1 --suppressions tsan.txt a.c
shows "3 data races"
rules 'race_top:^bump$'
expect 1 --suppressions tsan.txt a.c
shows "2 data races"
rules 'race:other_*'
expect 1 --suppressions tsan.txt a.c
hides "data race on 'other_one'"
rules 'race:^other$' 'called_from_lib:libfoo.so' 'thread:x' 'mutex:x' 'signal:x' 'deadlock:x'
expect 1 --suppressions tsan.txt a.c
shows "3 data races"
rules 'race:a.c'
expect 0 --suppressions tsan.txt a.c
rules 'race:counter'
printf 'race:third\n' >more.txt
expect 1 --suppressions tsan.txt --suppressions more.txt --format sarif a.c
shows '"justification": "more.txt:1: third"'
rules 'races:x'
expect 2 --suppressions tsan.txt a.c
says "tsan.txt:1"
expect 2 --suppressions none.txt a.c
says "none.txt"

# deadlocks
cat >d.c <<'END'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int x;
static void *one(void *p)
{
	pthread_mutex_lock(&a), pthread_mutex_lock(&b), x++;
	pthread_mutex_unlock(&b), pthread_mutex_unlock(&a);
	return p;
}
static void *two(void *p)
{
	pthread_mutex_lock(&b), pthread_mutex_lock(&a), x++;
	pthread_mutex_unlock(&a), pthread_mutex_unlock(&b);
	return p;
}
int main(void)
{
	pthread_t i, j;
	pthread_create(&i, 0, one, 0);
	pthread_create(&j, 0, two, 0);
	return 0;
}
END
expect 1 --deadlocks d.c
rules 'deadlock:two'
expect 0 --deadlocks --suppressions tsan.txt d.c

# stale: an entry of the baseline, a comment
expect 0 --write-baseline base.txt a.c
shows "base.txt: 3 races, of any confidence"
hides "data race"
sed -i 's/third++;/\n\tpthread_self(); \/\/ chequer: ignore not any more\n/' a.c
expect 0 --baseline base.txt a.c
says "base.txt: 1 entry is no race any more: "
says "a.c:10: 'chequer: ignore' silences nothing"
sed -i 's/counter++; }/counter++; } \/\/ chequer: ignore a hint/' a.c
expect 1 --all a.c
hides "a.c:3: 'chequer"
says "a.c:10: 'chequer: ignore' silences nothing"
clean
