#!/bin/bash
# SPDX-License-Identifier: MIT
# --api: of a library those functions are called from outside that its public headers declare.
# shellcheck source=tests/cli/lib.bash
. "$ROOT/tests/cli/lib.bash"
mkdir include

cat >include/box.h <<'END'
#ifndef BOX_H
#define BOX_H
#include "inner.h"
/* box_grow() is not for callers. */
#define BOX_API extern
#define box_old(b) box_shrink(b)
struct box;
BOX_API struct box *box_new(void);
BOX_API void box_put(struct box *b, int value);
BOX_API int box_get(struct box *b, const char *why);
#define BOX_WHY "box_shrink"
#endif
END
cat >inner.h <<'END'
struct box;
void box_grow(struct box *b);
void box_shrink(struct box *b);
END
cat >box.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include "include/box.h"

struct box {
	int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int room;

struct box *box_new(void)
{
	return calloc(1, sizeof(struct box));
}

void box_grow(struct box *b)
{
	room += b != NULL;
}

void box_shrink(struct box *b)
{
	room -= b != NULL;
}

void box_put(struct box *b, int value)
{
	pthread_mutex_lock(&lock);
	box_grow(b);
	b->value = value;
	pthread_mutex_unlock(&lock);
}

int box_get(struct box *b, const char *why)
{
	pthread_mutex_lock(&lock);
	int value = why ? b->value : 0;
	box_shrink(b);
	pthread_mutex_unlock(&lock);
	return value;
}
END

# every function is visible, and those that expect the lock are called without it
expect 1 box.c -- -I.
shows "no main: 5 functions that code outside may call"
shows "data race on 'room'"

# names in comments, macros, strings and included headers are not declared
expect 0 --api include/box.h box.c -- -I.
shows "no main: 3 functions that code outside may call"
expect 0 --api 'include/*.h' box.c -- -I.
shows "no main: 3 functions"

# several words, as the shell makes them
expect 1 --api include/box.h inner.h box.c -- -I.
shows "no main: 5 functions"

# --entry adds
expect 1 --api include/box.h --entry box_grow box.c -- -I.
shows "no main: 4 functions"

# the headers are part of what a report is kept by
expect 0 --cache cache --api include/box.h box.c -- -I.
sed -i 's/^BOX_API struct box/BOX_API void box_grow(struct box *b);\n&/' include/box.h
expect 1 --cache cache --api include/box.h box.c -- -I.
shows "no main: 4 functions"

expect 2 --api include/bag.h box.c -- -I.
says "--api include/bag.h: no such file"
expect 2 --api include/box.h box.c
says "--api"
says "inner.h"
echo 'int other(void);' >other.h
expect 2 --api other.h box.c -- -I.
says "no function that these 1 headers declare has a body here"

# hidden functions are no interface; unless all are
expect 1 box.c -- -I. -fvisibility=hidden
shows "no main: 5 functions"
cat >hidden.c <<'END'
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int room;

void grow(void);
void grow(void)
{
	room++;
}

__attribute__((visibility("default"))) void put(void)
{
	pthread_mutex_lock(&lock);
	grow();
	pthread_mutex_unlock(&lock);
}
END
expect 1 hidden.c
expect 0 hidden.c -- -fvisibility=hidden
shows "no main: 1 function that"
clean
