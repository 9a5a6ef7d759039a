/* SPDX-License-Identifier: MIT */
/*
 * Functions of the C library that keep something between calls and do not guard it. Two threads
 * that are about to call such functions race for it; here a word of ours stands for what they keep.
 * The analysis knows the same from models ('state_write').
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <getopt.h>
#include <grp.h>
#include <netdb.h>
#include <pwd.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Their names are what people get to see. */
int drand48_state, environment, hsearch_table, localtime_result, asctime_result,
	strtok_place, getlogin_result, ttyname_result, gethostbyname_result, getservbyname_result,
	getprotobyname_result, getpwnam_result, getgrnam_result, ptsname_result;

static void uses(int *state, unsigned flags, uintptr_t pc)
{
	if (plan.active && !self.inside)
		access_at(state, sizeof(*state), flags, pc);
}

#define KEEPS(T, name, state, flags, parameters, arguments)                              \
	T name parameters                                                                \
	{                                                                                \
		uses(&state, flags, CALLER);                                             \
		return REAL(name) arguments;                                             \
	}

KEEPS(long, lrand48, drand48_state, WRITES, (void), ())
KEEPS(long, mrand48, drand48_state, WRITES, (void), ())
KEEPS(double, drand48, drand48_state, WRITES, (void), ())
KEEPS(void, srand48, drand48_state, WRITES, (long seed), (seed))
KEEPS(char *, getenv, environment, READS, (const char *name), (name))
KEEPS(char *, secure_getenv, environment, READS, (const char *name), (name))
KEEPS(int, setenv, environment, WRITES, (const char *name, const char *value, int overwrite),
      (name, value, overwrite))
KEEPS(int, unsetenv, environment, WRITES, (const char *name), (name))
KEEPS(int, putenv, environment, WRITES, (char *text), (text))
KEEPS(ENTRY *, hsearch, hsearch_table, WRITES, (ENTRY entry, ACTION action), (entry, action))
KEEPS(struct tm *, gmtime, localtime_result, WRITES, (const time_t *t), (t))
KEEPS(struct tm *, localtime, localtime_result, WRITES, (const time_t *t), (t))
KEEPS(char *, asctime, asctime_result, WRITES, (const struct tm *t), (t))
KEEPS(char *, ctime, asctime_result, WRITES, (const time_t *t), (t))
KEEPS(int, getopt, optind, WRITES, (int n, char *const *words, const char *options),
      (n, words, options))
KEEPS(int, getopt_long, optind, WRITES,
      (int n, char *const *words, const char *options, const struct option *all, int *index),
      (n, words, options, all, index))
KEEPS(char *, strtok, strtok_place, WRITES,
      (char *restrict text, const char *restrict delimiters), (text, delimiters))
KEEPS(char *, getlogin, getlogin_result, WRITES, (void), ())
KEEPS(char *, ttyname, ttyname_result, WRITES, (int fd), (fd))
KEEPS(char *, ptsname, ptsname_result, WRITES, (int fd), (fd))
KEEPS(struct hostent *, gethostbyname, gethostbyname_result, WRITES, (const char *name), (name))
KEEPS(struct hostent *, gethostbyname2, gethostbyname_result, WRITES,
      (const char *name, int family), (name, family))
KEEPS(struct hostent *, gethostbyaddr, gethostbyname_result, WRITES,
      (const void *p, socklen_t n, int family), (p, n, family))
KEEPS(struct servent *, getservbyname, getservbyname_result, WRITES,
      (const char *name, const char *protocol), (name, protocol))
KEEPS(struct servent *, getservbyport, getservbyname_result, WRITES,
      (int port, const char *protocol), (port, protocol))
KEEPS(struct protoent *, getprotobyname, getprotobyname_result, WRITES, (const char *name), (name))
KEEPS(struct protoent *, getprotobynumber, getprotobyname_result, WRITES, (int number), (number))
KEEPS(struct passwd *, getpwnam, getpwnam_result, WRITES, (const char *name), (name))
KEEPS(struct passwd *, getpwuid, getpwnam_result, WRITES, (uid_t id), (id))
KEEPS(struct passwd *, getpwent, getpwnam_result, WRITES, (void), ())
KEEPS(struct group *, getgrnam, getgrnam_result, WRITES, (const char *name), (name))
KEEPS(struct group *, getgrgid, getgrnam_result, WRITES, (gid_t id), (id))
KEEPS(struct group *, getgrent, getgrnam_result, WRITES, (void), ())
