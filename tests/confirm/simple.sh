# SPDX-License-Identifier: MIT
# A race is run into, told with its evidence, and made to happen again.
. "$ROOT/tests/cli/lib.bash"
cat >race.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int hits, misses;
static void *count(void *arg)
{
	hits++;
	pthread_mutex_lock(&m);
	misses++;
	pthread_mutex_unlock(&m);
	return arg;
}
int main(int argc, char **argv)
{
	pthread_t id;
	pthread_create(&id, 0, count, 0);
	hits = argc + 4;
	pthread_mutex_lock(&m);
	misses++;
	pthread_mutex_unlock(&m);
	pthread_join(id, 0);
	return argv == 0;
}
END
expect 1 confirm race.c --arg x
shows "data race on 'hits' [confirmed;"
shows "seen happening"
shows "the main thread before its write of 4 bytes, no locks held"
shows "created at"
shows "1 confirmed"
hides misses
quiet
schedule=$(echo races/*.schedule)
shows "chequer replay $schedule"
expect 1 replay "$schedule" race.c
shows "in 10 of 10 runs"
expect 1 replay --runs 3 "$schedule" race.c
shows "of 3 runs"

# the JSON report has it too, and fits its schema
expect 1 confirm --format json race.c
grep -q '"confidence": "confirmed"' .out || fail "not confirmed in JSON"
cp .out report.json
"$ROOT/tests/report/validate" report.json || fail "does not fit its schema"

# what is safe is not confirmed
sed 's/hits = argc + 4;//; s/return argv == 0/return hits/' race.c >safe.c
expect 0 confirm --runs 12 safe.c
shows "0 confirmed"
hides "seen happening"

# not reached is said, not denied
sed 's/hits = argc + 4;/if (argc > 7) hits = argc;/' race.c >never.c
expect 1 confirm --runs 4 never.c
shows "not seen happening: in 4 runs its sides were reached"
hides "confirmed;"

expect 2 confirm -p .
says "needs a program to run"
expect 2 replay
says "needs a schedule"
expect 2 replay race.c -- ./race
says "is no schedule"
echo 'void f(void) { }' >library.c
expect 2 confirm library.c
says "no main"
clean
