// SPDX-License-Identifier: MIT
/* ioctl and its kind may read or write what they are given: nothing is known of it
 * afterwards. Two calls with the same memory are no race, a call and a store are. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "../two.h"

static int settings, changed, waiting, locked, named, random_byte, plain;

static void *calls(void *arg)
{
	int n = 0;
	struct flock f = {.l_type = F_WRLCK};
	char name[16] = "", byte = 0;

	ioctl(0, TIOCSPGRP, &settings); // NORACE
	ioctl(0, TIOCSPGRP, &changed); // RACE
	ioctl(0, FIONREAD, &n);
	if (n)
		waiting++; // RACE
	fcntl(0, F_GETLK, &f);
	if (f.l_type != F_WRLCK)
		locked++; // RACE
	prctl(PR_GET_NAME, name);
	if (name[0])
		named++; // RACE
	syscall(SYS_getrandom, &byte, 1, 0);
	if (byte)
		random_byte++; // RACE
	fcntl(0, F_SETFL, O_NONBLOCK);
	plain++; // RACE
	return arg;
}

static void *others(void *arg)
{
	ioctl(0, TIOCSPGRP, &settings); // NORACE
	changed = 1; // RACE
	waiting++; // RACE
	locked++; // RACE
	named++; // RACE
	random_byte++; // RACE
	plain++; // RACE
	return arg;
}

TWO_THREADS(calls, others)
