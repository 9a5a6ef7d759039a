#!/bin/bash
# SPDX-License-Identifier: MIT
# Sixty-four threads that create each other: as many ways as nobody can count, but no more
# threads than that. Within a second; here it gets more time, for sanitizers.
. "$ROOT/tests/cli/lib.bash"

{
	echo '#include <pthread.h>'
	echo 'static int bare;'
	for i in {0..63}; do
		echo "static void *f$i(void *); static int own$i;"
	done
	for i in {0..63}; do
		echo "static void *f$i(void *a) { pthread_t t; bare++;"
		for k in {0..63}; do
			[ "$k" = "$i" ] || echo "pthread_create(&t, 0, f$k, &own$k);"
		done
		echo 'return a; }'
	done
	echo 'int main(void) { pthread_t t; return pthread_create(&t, 0, f0, &own0); }'
} >many.c

expect 1 --no-config --time-limit 20 many.c
shows "data race on 'bare'"
shows '66 threads found'
quiet
