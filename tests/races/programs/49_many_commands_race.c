// SPDX-License-Identifier: MIT
/* A program of many commands: each is a constant struct with a function, whose address is found in
 * a table, goes through an argument and comes to one call. The pointer means any of these structs;
 * its function is one of as many. The thread of one command is found, and its race. */
#include <pthread.h>
#include <string.h>

struct command {
	const char *name;
	int (*run)(const struct command *c, int argc, char **argv);
	const struct command *const *below;
};

#define PLAIN(n) \
	static int run_##n(const struct command *c, int argc, char **argv) \
	{ \
		return c->name == argv[argc - 1]; \
	} \
	static const struct command cmd_##n = {#n, run_##n, NULL};
PLAIN(a0) PLAIN(a1) PLAIN(a2) PLAIN(a3) PLAIN(a4) PLAIN(a5)
PLAIN(a6) PLAIN(a7) PLAIN(a8) PLAIN(a9) PLAIN(b0) PLAIN(b1)
PLAIN(b2) PLAIN(b3) PLAIN(b4) PLAIN(b5) PLAIN(b6) PLAIN(b7)
PLAIN(b8) PLAIN(b9) PLAIN(c0) PLAIN(c1) PLAIN(c2) PLAIN(c3)
PLAIN(c4) PLAIN(c5) PLAIN(c6) PLAIN(c7) PLAIN(c8) PLAIN(c9)
PLAIN(d0) PLAIN(d1) PLAIN(d2) PLAIN(d3) PLAIN(d4) PLAIN(d5)
PLAIN(d6) PLAIN(d7) PLAIN(d8) PLAIN(d9) PLAIN(e0) PLAIN(e1)
PLAIN(e2) PLAIN(e3) PLAIN(e4) PLAIN(e5) PLAIN(e6) PLAIN(e7)
PLAIN(e8) PLAIN(e9) PLAIN(f0) PLAIN(f1) PLAIN(f2) PLAIN(f3)
PLAIN(f4) PLAIN(f5) PLAIN(f6) PLAIN(f7) PLAIN(f8) PLAIN(f9)
PLAIN(g0) PLAIN(g1) PLAIN(g2) PLAIN(g3) PLAIN(g4) PLAIN(g5)
PLAIN(g6) PLAIN(g7) PLAIN(g8) PLAIN(g9) PLAIN(h0) PLAIN(h1)
PLAIN(h2) PLAIN(h3) PLAIN(h4) PLAIN(h5) PLAIN(h6) PLAIN(h7)
PLAIN(h8) PLAIN(h9)

static int files;

static void count(void)
{
	files++; // RACE
}

static void *scan(void *arg)
{
	count();
	return arg;
}

static int run_scan(const struct command *c, int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	pthread_create(&id, NULL, scan, NULL);
	count();
	pthread_join(id, NULL);
	return c != NULL && argc;
}

static const struct command cmd_scan = {"scan", run_scan, NULL};
static const struct command *const group[] = {&cmd_a0, &cmd_scan, NULL};
static int run_group(const struct command *c, int argc, char **argv);
static const struct command cmd_group = {"group", run_group, group};
static const struct command *const commands[] = {
	&cmd_a0, &cmd_a1, &cmd_a2, &cmd_a3, &cmd_a4, &cmd_a5, &cmd_a6, &cmd_a7,
	&cmd_a8, &cmd_a9, &cmd_b0, &cmd_b1, &cmd_b2, &cmd_b3, &cmd_b4, &cmd_b5,
	&cmd_b6, &cmd_b7, &cmd_b8, &cmd_b9, &cmd_c0, &cmd_c1, &cmd_c2, &cmd_c3,
	&cmd_c4, &cmd_c5, &cmd_c6, &cmd_c7, &cmd_c8, &cmd_c9, &cmd_d0, &cmd_d1,
	&cmd_d2, &cmd_d3, &cmd_d4, &cmd_d5, &cmd_d6, &cmd_d7, &cmd_d8, &cmd_d9,
	&cmd_e0, &cmd_e1, &cmd_e2, &cmd_e3, &cmd_e4, &cmd_e5, &cmd_e6, &cmd_e7,
	&cmd_e8, &cmd_e9, &cmd_f0, &cmd_f1, &cmd_f2, &cmd_f3, &cmd_f4, &cmd_f5,
	&cmd_f6, &cmd_f7, &cmd_f8, &cmd_f9, &cmd_g0, &cmd_g1, &cmd_g2, &cmd_g3,
	&cmd_g4, &cmd_g5, &cmd_g6, &cmd_g7, &cmd_g8, &cmd_g9, &cmd_h0, &cmd_h1,
	&cmd_h2, &cmd_h3, &cmd_h4, &cmd_h5, &cmd_h6, &cmd_h7, &cmd_h8, &cmd_h9,
	&cmd_group, NULL,
};

static int find(const struct command *const *list, const char *name, const struct command **out)
{
	for (int i = 0; list[i]; i++) {
		if (strcmp(list[i]->name, name) == 0) {
			*out = list[i];
			return 0;
		}
	}
	return -1;
}

static int execute(const struct command *c, int argc, char **argv)
{
	return c->run(c, argc, argv);
}

static int run_group(const struct command *c, int argc, char **argv)
{
	const struct command *sub = NULL;

	if (argc < 2 || find(c->below, argv[1], &sub) < 0)
		return 1;
	return execute(sub, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	const struct command *c = NULL;

	if (argc < 2 || find(commands, argv[1], &c) < 0)
		return 1;
	return execute(c, argc - 1, argv + 1);
}
