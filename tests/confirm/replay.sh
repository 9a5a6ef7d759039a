# SPDX-License-Identifier: MIT
# A program that gets nothing from outside runs into the same race in ten of ten replays,
# whichever run of confirm has seen it, and however busy the machine is.
. "$ROOT/tests/cli/lib.bash"

# seen with several seeds; each schedule is replayed
again()
{
	for seed in $seeds; do
		rm -rf races
		expect 1 confirm --seed $seed "$@"
		for schedule in races/*.schedule; do
			expect 1 replay "$schedule" "$@"
			shows "in 10 of 10 runs"
		done
	done
}

# the one with the lock is there first, or the other would have it
cat >held.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int given;
static void *taker(void *arg)
{
	for (int i = 0; i < 20; i++) {
		int busy = pthread_mutex_trylock(&m);
		given++;
		if (!busy)
			pthread_mutex_unlock(&m);
	}
	return arg;
}
static void *giver(void *arg)
{
	for (int i = 0; i < 20; i++) {
		pthread_mutex_lock(&m);
		given--;
		pthread_mutex_unlock(&m);
	}
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, taker, 0);
	pthread_create(&b, 0, giver, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
END
seeds=1 again held.c

# many threads at the same bytes: only the two of the schedule meet
cat >many.c <<'END'
#include <pthread.h>
static int table[8];
static void *work(void *arg)
{
	for (int i = 0; i < 16; i++)
		table[i % 8]++;
	return arg;
}
int main(void)
{
	pthread_t ids[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&ids[i], 0, work, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(ids[i], 0);
	return 0;
}
END
seeds=3 again many.c

# values that the seed decides are the same again
cat >values.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static int hits;
static void *work(void *arg)
{
	for (int i = 0; i < 20; i++) {
		if (rand() % 4 == 0)
			hits++;
	}
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
END
seeds=20 again values.c

# built otherwise than then: by the line
rm -rf races
expect 1 confirm held.c
schedule=$(echo races/*.schedule)
"$(dirname "$CHEQUER")/chequer-cc" -O1 -g held.c -o held || fail "chequer-cc"
expect 1 replay "$schedule" -- ./held
shows "in 10 of 10 runs"

# another program
expect 2 replay "$schedule" many.c
says "are not in the program"
clean
