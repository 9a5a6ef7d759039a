# SPDX-License-Identifier: MIT
# What is gone is not met: a thread that was cancelled, memory that belongs to somebody else now. And
# what may happen is made to: cancelling a sleeper, waking for nothing, a signal for main.
. "$ROOT/tests/cli/lib.bash"
races=$ROOT/tests/races

# cancelled while it was held, and joined
expect 0 confirm --all --runs 24 --timeout 0.5 "$races/threads/20_cancel_fails_safe.c"
shows "0 confirmed"
expect 0 confirm --all --runs 24 --timeout 0.5 "$races/order/33_cleanup_handler_safe.c"
shows "0 confirmed"

# 36 is the first write to the next object, which is where a freed one was
expect 1 confirm --all --runs 6 "$races/memory/32_not_created_race.c"
shows "32_not_created_race.c:39:14: warning: data race on 'r->answer' [confirmed"
hides "32_not_created_race.c:36"

# cleanup handlers of threads that are cancelled while they sleep
# when they are cancelled is chance: it ends with the last one seen
expect 1 confirm --all --runs 400 "$races/order/33_cleanup_handler_race.c"
shows "data race on 'inside' [confirmed"
shows "data race on 'passed' [confirmed"

# who sleeps for long, is cancelled and joined, while others are busy
cat >sleeper.c <<'END2'
#include <pthread.h>
#include <unistd.h>
static int hits;
static volatile int stop;
static void *sleeper(void *arg)
{
	for (;;)
		sleep(1000);
	return arg;
}
static void *busy(void *arg)
{
	while (!stop)
		hits++;
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&b, 0, busy, 0);
	for (int i = 0; i < 3; i++) {
		pthread_create(&a, 0, sleeper, 0);
		usleep(1000);
		pthread_cancel(a);
		pthread_join(a, 0);
	}
	hits = 0;
	stop = 1;
	pthread_join(b, 0);
	return 0;
}
END2
expect 1 confirm --runs 4 --timeout 20 sleeper.c
shows "data race on 'hits' [confirmed"
hides "stopped at the time limit"

# a handler that runs in the main thread only
expect 1 confirm --all "$races/threads/23_own_id_handler_race.c"
shows "data race on 'seen' [confirmed"

# nobody signals the condition
cat >woken.c <<'END2'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done, result;
static void *waits(void *arg)
{
	pthread_mutex_lock(&m);
	if (!done)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	result++;
	return arg;
}
int main(void)
{
	pthread_t id;
	pthread_create(&id, 0, waits, 0);
	result = 1;
	pthread_mutex_lock(&m);
	done = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(id, 0);
	return 0;
}
END2
expect 1 confirm --all woken.c
shows "data race on 'result' [confirmed"
sed 's/if (!done)/while (!done)/' woken.c >patient.c
expect 0 confirm --all --runs 24 patient.c
shows "0 confirmed"
clean
