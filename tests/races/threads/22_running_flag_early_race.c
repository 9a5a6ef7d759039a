// SPDX-License-Identifier: MIT
// As 22_running_flag_early_safe.c, but each flag may be found zero before its thread was joined.
#include <pthread.h>
#include <stdbool.h>

static pthread_t a, b, c, d, e, f;
static bool a_runs, b_runs, c_runs, d_runs, f_runs;
static int in_a, in_b, in_c, in_d, in_e, in_f;

static void *work(void *arg)
{
	int *n = arg;

	(*n)++; // RACE
	return NULL;
}

static void start_all(void)
{
	if (pthread_create(&a, NULL, work, &in_a) == 0)
		a_runs = true;
	if (pthread_create(&b, NULL, work, &in_b) == 0)
		b_runs = true;
	if (pthread_create(&c, NULL, work, &in_c) == 0)
		c_runs = true;
	if (pthread_create(&d, NULL, work, &in_d) == 0)
		d_runs = true;
	if (pthread_create(&e, NULL, work, &in_e))
		e = 0;
	if (pthread_create(&f, NULL, work, &in_f) == 0)
		f_runs = true;
}

/* It is not joined on all ways. */
static void stop_a(bool wait)
{
	if (a_runs) {
		a_runs = false;
		if (wait)
			pthread_join(a, NULL);
	}
}

/* Nor in the helper. */
static void wait_for(pthread_t id, bool wait)
{
	if (wait)
		pthread_join(id, NULL);
}

static void stop_b(bool wait)
{
	if (b_runs) {
		b_runs = false;
		wait_for(b, wait);
	}
}

/* Somebody looks in between. */
static void use_c(void)
{
	if (!c_runs)
		in_c++; // RACE
}

static void stop_c(void)
{
	if (c_runs) {
		c_runs = false;
		use_c();
		pthread_join(c, NULL);
	}
}

/* It goes on for itself. */
static void stop_d(void)
{
	if (d_runs) {
		d_runs = false;
		pthread_detach(d);
	}
}

/* The id is no longer there. */
static void stop_e(void)
{
	if (e) {
		e = 0;
		pthread_join(e, NULL);
	}
}

/* The second time it is zero, and nobody has waited. */
static void stop_f(int rounds)
{
	for (;;) {
		bool was = f_runs;

		f_runs = false;
		if (!was)
			return;
		if (rounds-- > 0)
			continue;
		pthread_join(f, NULL);
	}
}

int main(int argc, char **argv)
{
	(void)argv;
	start_all();
	stop_a(argc > 1);
	stop_b(argc > 2);
	stop_c();
	stop_d();
	stop_e();
	stop_f(argc);
	if (!a_runs)
		in_a++; // RACE
	if (!b_runs)
		in_b++; // RACE
	if (!d_runs)
		in_d++; // RACE
	in_e++; // RACE
	if (!f_runs)
		in_f++; // RACE
	return 0;
}
