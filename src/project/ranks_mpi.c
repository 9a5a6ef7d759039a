/* SPDX-License-Identifier: MIT */
/*
 * Rank 0 answers; the others ask. A message to rank 0 is the result of the last task, with the
 * number of the task as its tag, and asks for the next one; to another rank, the number of a
 * task, or none.
 */
#include "project/ranks.h"

#include <fcntl.h>
#include <mpi.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/process.h"

enum { FIRST_QUESTION = 0, FIRST_TASK = 1 }; /* tags: 1 + the number of a task */

uint32_t ranks_count(void)
{
	int there = 0, ended = 0, n = 1;
	MPI_Initialized(&there);
	MPI_Finalized(&ended);
	if (there && !ended)
		MPI_Comm_size(MPI_COMM_WORLD, &n);
	return (uint32_t)n;
}

uint32_t ranks_own(void)
{
	int rank = 0;
	if (ranks_count() > 1)
		MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	return (uint32_t)rank;
}

/* Starting MPI takes a while: not when nobody has asked for it. */
void ranks_begin(void)
{
	int level;
	if (!getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMIX_RANK") && !getenv("PMI_RANK"))
		return;
	MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
	setenv("NO_COLOR", "1", 1); /* what mpirun gives us looks like a terminal */
	if (ranks_own() == 0)
		return;
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	dup2(nowhere, STDOUT_FILENO);
	dup2(nowhere, STDERR_FILENO);
}

static void wait_for_message(int from, MPI_Status *s)
{
	const struct timespec pause = {0, 2 * 1000 * 1000};
	int there = 0;
	for (;;) {
		MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &there, s);
		if (there)
			return;
		nanosleep(&pause, NULL);
	}
}

/* One question: its result is taken, and it is told what to do. False: it was the last. */
static bool answer(const struct ranks_work *w)
{
	MPI_Status s;
	int n;
	wait_for_message(MPI_ANY_SOURCE, &s);
	MPI_Get_count(&s, MPI_CHAR, &n);
	char *result = xmalloc((size_t)n + 1);
	MPI_Recv(result, n, MPI_CHAR, s.MPI_SOURCE, s.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	uint32_t task = w->next(w->context);
	MPI_Send(&task, 1, MPI_UINT32_T, s.MPI_SOURCE, 0, MPI_COMM_WORLD);
	if (s.MPI_TAG != FIRST_QUESTION)
		w->take(w->context, (uint32_t)(s.MPI_TAG - FIRST_TASK), result, (size_t)n);
	free(result);
	return task != UINT32_MAX;
}

static void serve(const struct ranks_work *w)
{
	uint32_t asking = ranks_count() - 1;
	while (asking > 0) {
		if (!answer(w))
			asking--;
	}
}

static void help(const struct ranks_work *w)
{
	struct str result = {0};
	uint32_t task = UINT32_MAX;
	int tag = FIRST_QUESTION;
	do {
		MPI_Status s;
		if (result.n > INT32_MAX)
			str_clear(&result);
		MPI_Send(str_cstr(&result), (int)result.n, MPI_CHAR, 0, tag, MPI_COMM_WORLD);
		wait_for_message(0, &s);
		MPI_Recv(&task, 1, MPI_UINT32_T, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		str_clear(&result);
		if (task != UINT32_MAX)
			w->make(w->context, task, &result);
		tag = (int)(FIRST_TASK + task);
	} while (task != UINT32_MAX);
	str_free(&result);
}

/* A machine that does not see the same files would compile something else. */
static void compare_subject(const struct ranks_work *w)
{
	struct digest first = w->subject;
	int same, all;
	MPI_Bcast(first.at, DIGEST_SIZE, MPI_CHAR, 0, MPI_COMM_WORLD);
	same = digest_same(&first, &w->subject);
	MPI_Allreduce(&same, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
	if (!all && ranks_own() == 0)
		die("not all ranks see the same project: is it in a directory that all "
		    "machines have?");
	if (!all)
		exit(EXIT_BAD_INPUT);
}

void ranks_work(const struct ranks_work *w)
{
	bool helper = ranks_own() != 0;
	compare_subject(w);
	if (helper)
		help(w);
	else
		serve(w);
	if (helper)
		process_cleanup();
	MPI_Finalize();
	if (helper)
		_exit(EXIT_CLEAN);
}
