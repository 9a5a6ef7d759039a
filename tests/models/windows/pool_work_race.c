// SPDX-License-Identifier: MIT
// Work that is submitted twice runs twice, with one argument.
#include <stdlib.h>

typedef struct work *PTP_WORK;
PTP_WORK CreateThreadpoolWork(void (*f)(void *, void *, PTP_WORK), void *arg, void *environment);
void SubmitThreadpoolWork(PTP_WORK work);

struct state {
	int n;
};

static void run(void *instance, void *arg, PTP_WORK work)
{
	((struct state *)arg)->n++; // RACE
}

int main(void)
{
	struct state *s = calloc(1, sizeof(*s));
	PTP_WORK work = CreateThreadpoolWork(run, s, NULL);
	s->n = 0; // RACE
	SubmitThreadpoolWork(work);
	SubmitThreadpoolWork(work);
	return 0;
}
