// SPDX-License-Identifier: MIT
// RUN: --all
/* Who runs the loop calls the callbacks: here main alone. A worker hands its message over,
 * and only who owns the context shows it at once. What a worker does without that question
 * races, and so does what is done where the answer was no. */
#include "glib.h"

struct message {
	int shown;
};

static int timer, total, told, asked, behind, missed;

static int show(void *arg)
{
	struct message *m = arg;
	total += m->shown; // NORACE
	return 0;
}

static int is_main(void)
{
	return g_main_context_is_owner(NULL) != 0;
}

static void tell(struct message *m)
{
	if (is_main())
		show(m);
	else
		g_idle_add_full(0, show, m, NULL);
}

static void tell_round(struct message *m)
{
	if (!g_main_context_is_owner(NULL)) {
		behind++; // RACE
		g_idle_add(show, m);
		return;
	}
	told++; // NORACE
	show(m);
}

static void ask(void)
{
	g_main_context_is_owner(NULL);
	missed++; // RACE
}

static int tick(void *arg)
{
	timer++; // NORACE
	asked++; // RACE
	(void)arg;
	return 1;
}

static int on_input(void *channel, int condition, void *arg)
{
	timer--; // NORACE
	tell(arg);
	(void)channel, (void)condition;
	return 1;
}

static int on_number(int fd, int condition, void *arg)
{
	timer += fd + condition; // NORACE
	tell(arg);
	return 1;
}

static void *worker(void *arg)
{
	tell(arg);
	tell_round(arg);
	ask();
	asked--; // RACE
	return NULL;
}

int main(int count, char **words)
{
	static struct message m;
	g_timeout_add(10, tick, NULL);
	g_io_add_watch(NULL, 1, on_input, &m);
	g_io_add_watch_full(NULL, 0, 1, on_input, &m, NULL);
	g_unix_fd_add(0, 1, on_number, &m);
	g_thread_new("a", worker, &m);
	g_thread_new("b", worker, &m);
	timer++; // NORACE
	ask();
	tell_round(&m);
	switch (count) {
	case 1: g_main_loop_run(g_main_loop_new(NULL, 0)); break;
	case 2: g_main_context_dispatch(NULL); break;
	case 3: g_application_run(NULL, count, words); break;
	case 4: gtk_main(); break;
	case 5: gtk_main_iteration(); break;
	case 6: gtk_main_iteration_do(0); break;
	default: gtk_dialog_run(NULL);
	}
	return 0;
}
