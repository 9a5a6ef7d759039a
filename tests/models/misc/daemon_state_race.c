// SPDX-License-Identifier: MIT
// The threads of a daemon get one pointer together: what was made for the daemon is none of their own, wherever
// it was made, and in what function the daemon was started.
#include <stdlib.h>

struct MHD_Daemon;
struct MHD_Daemon *MHD_start_daemon(unsigned flags, unsigned short port, void *accept, void *accept_arg,
				    int (*f)(void *, void *, const char *, const char *, const char *,
					     const char *, size_t *, void **),
				    void *arg, ...);
int rte_eal_mp_remote_launch(int (*f)(void *), void *arg, int how);

struct state {
	int once, looped, passed, launched;
	int local;
};

static int once(void *arg, void *c, const char *u, const char *m, const char *v, const char *d,
		size_t *n, void **p)
{
	((struct state *)arg)->once++; // RACE
	return 0;
}

static int looped(void *arg, void *c, const char *u, const char *m, const char *v, const char *d,
		  size_t *n, void **p)
{
	((struct state *)arg)->looped++; // RACE
	return 0;
}

static int passed(void *arg, void *c, const char *u, const char *m, const char *v, const char *d,
		  size_t *n, void **p)
{
	int local = *n > 1; // NORACE
	((struct state *)arg)->passed += local; // RACE
	return 0;
}

static int launched(void *arg)
{
	((struct state *)arg)->launched++; // RACE
	return 0;
}

static void start(struct state *s)
{
	MHD_start_daemon(0, 8080, NULL, NULL, passed, s, 0);
}

int main(void)
{
	struct state *s = calloc(1, sizeof(*s));
	MHD_start_daemon(0, 80, NULL, NULL, once, s, 0);
	for (unsigned short i = 0; i < 3; i++) {
		MHD_start_daemon(0, i, NULL, NULL, looped, calloc(1, sizeof(*s)), 0);
		start(calloc(1, sizeof(*s)));
	}
	rte_eal_mp_remote_launch(launched, calloc(1, sizeof(*s)), 0);
	return 0;
}
