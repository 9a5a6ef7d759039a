// SPDX-License-Identifier: MIT
// As 22_running_flag_safe.c, but each flag may be zero while its thread is running.
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static pthread_t a, b, c, d, e, f, g;
static bool a_runs, b_runs, c_runs, d_runs, e_runs, g_runs;
static int in_a, in_b, in_c, in_d, in_e, in_f, in_g;

static void *work(void *arg)
{
	int *n = arg;

	(*n)++; // RACE
	return NULL;
}

/* Somebody else clears it. */
static void start_a(void)
{
	if (pthread_create(&a, NULL, work, &in_a) == 0)
		a_runs = true;
}

static void forget_a(void)
{
	a_runs = false;
}

/* It is not set on all ways. */
static void start_b(int quiet)
{
	if (pthread_create(&b, NULL, work, &in_b) != 0 || quiet)
		return;
	b_runs = true;
}

/* It is asked for before it is set. */
static void stop_c(void)
{
	if (c_runs)
		pthread_join(c, NULL);
	in_c++; // RACE
}

static void start_c(void)
{
	if (pthread_create(&c, NULL, work, &in_c) != 0)
		return;
	stop_c();
	c_runs = true;
}

/* Another function creates such a thread as well, without it. */
static void start_d(void)
{
	if (pthread_create(&d, NULL, work, &in_d) == 0)
		d_runs = true;
}

static void start_d_again(void)
{
	pthread_create(&d, NULL, work, &in_d);
}

/* It is set when there is no thread. */
static void start_e(void)
{
	if (pthread_create(&e, NULL, work, &in_e))
		e_runs = true;
}

/* The id is overwritten. */
static void start_f(void)
{
	pthread_create(&f, NULL, work, &in_f);
}

/* The second thread gets the id of the first, and is joined. */
static void start_g(void)
{
	if (pthread_create(&g, NULL, work, &in_g) == 0)
		g_runs = true;
}

static void stop(void)
{
	if (a_runs) {
		pthread_join(a, NULL);
		a_runs = false;
	}
	if (b_runs)
		pthread_join(b, NULL);
	if (d_runs)
		pthread_join(d, NULL);
	if (e_runs)
		pthread_join(e, NULL);
	if (f)
		pthread_join(f, NULL);
	if (g_runs) {
		pthread_join(g, NULL);
		g_runs = false;
	}
}

int main(int argc, char **argv)
{
	(void)argv;
	start_a();
	if (argc > 1)
		forget_a();
	start_b(argc > 2);
	start_c();
	if (argc > 3)
		start_d();
	else
		start_d_again();
	start_e();
	start_f();
	if (argc > 4)
		memset(&f, 0, sizeof(f));
	start_g();
	start_g();
	stop();
	in_a++; // RACE
	in_b++; // RACE
	in_d++; // RACE
	in_e++; // RACE
	in_f++; // RACE
	in_g++; // RACE
	return 0;
}
