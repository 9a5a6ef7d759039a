// SPDX-License-Identifier: MIT
// The flag is cleared before the join, in turn with others that look at it under the same mutex:
// who finds it to be zero knows only that somebody else will join, or is about to.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t a, b, c, d, e;
static int a_runs, b_runs, d_runs, e_runs, in_a, in_b, in_c, in_d, in_e;
static _Atomic int c_runs;

static void *work(void *arg)
{
	int *n = arg;

	(*n)++; // RACE
	return NULL;
}

static void start(void)
{
	pthread_mutex_lock(&m);
	if (pthread_create(&a, NULL, work, &in_a) == 0)
		a_runs = 1;
	if (pthread_create(&b, NULL, work, &in_b) == 0)
		b_runs = 1;
	if (pthread_create(&c, NULL, work, &in_c) == 0)
		c_runs = 1;
	if (pthread_create(&d, NULL, work, &in_d) == 0)
		d_runs = 1;
	pthread_mutex_unlock(&m);
}

/* Main and another thread both stop it. */
static void stop_a(void)
{
	pthread_mutex_lock(&m);
	if (a_runs) {
		a_runs = 0;
		pthread_mutex_unlock(&m);
		pthread_join(a, NULL);
	} else {
		pthread_mutex_unlock(&m);
	}
}

/* Main stops it, another thread looks. */
static void use_b(void)
{
	pthread_mutex_lock(&m);
	if (!b_runs)
		in_b++; // RACE
	pthread_mutex_unlock(&m);
}

static void stop_b(void)
{
	pthread_mutex_lock(&m);
	if (b_runs) {
		b_runs = 0;
		pthread_mutex_unlock(&m);
		pthread_join(b, NULL);
	} else {
		pthread_mutex_unlock(&m);
	}
}

/* Another thread stops it, main looks. */
static void stop_d(void)
{
	pthread_mutex_lock(&m);
	if (d_runs) {
		d_runs = 0;
		pthread_mutex_unlock(&m);
		pthread_join(d, NULL);
	} else {
		pthread_mutex_unlock(&m);
	}
}

static void use_d(void)
{
	pthread_mutex_lock(&m);
	if (!d_runs)
		in_d++; // RACE
	pthread_mutex_unlock(&m);
}

/* Another thread starts it and looks, main stops it. */
static void start_e(void)
{
	pthread_mutex_lock(&m);
	if (pthread_create(&e, NULL, work, &in_e) == 0)
		e_runs = 1;
	pthread_mutex_unlock(&m);
}

static void use_e(void)
{
	pthread_mutex_lock(&m);
	if (!e_runs)
		in_e++; // RACE
	pthread_mutex_unlock(&m);
}

static void stop_e(void)
{
	pthread_mutex_lock(&m);
	if (e_runs) {
		e_runs = 0;
		pthread_mutex_unlock(&m);
		pthread_join(e, NULL);
	} else {
		pthread_mutex_unlock(&m);
	}
}

static void *meddle(void *arg)
{
	stop_a();
	use_b();
	stop_d();
	start_e();
	use_e();
	return arg;
}

/* A handler looks in between. */
static void on_signal(int sig)
{
	(void)sig;
	if (!c_runs)
		in_c++; // RACE
}

static void stop_c(void)
{
	if (c_runs) {
		c_runs = 0;
		pthread_join(c, NULL);
	}
}

int main(void)
{
	pthread_t other;

	signal(SIGINT, on_signal);
	start();
	pthread_create(&other, NULL, meddle, NULL);
	stop_a();
	in_a++; // RACE
	stop_b();
	stop_c();
	use_d();
	stop_e();
	pthread_join(other, NULL);
	return 0;
}
