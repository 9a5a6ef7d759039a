#!/bin/bash
# SPDX-License-Identifier: MIT
# Callbacks of which each may ask for each, more than functions times threads can be looked at one
# by one: they are one thread that begins in many ways, and of others no order is lost. That they
# create each other is found on the functions that all of them come to (src/thread/cycles.c).
. "$ROOT/tests/cli/lib.bash"

count=1460
{
	echo '#include <pthread.h>'
	echo 'void ask_for(void (*)(void));'
	echo 'static int early, told, result;'
	for ((i = 0; i < count; i++)); do
		echo "static void f$i(void);"
		echo "static void w$i(void) { ask_for(f$i); }"
	done
	echo 'static void all(void) {'
	for ((i = 0; i < count; i++)); do
		echo "w$i();"
	done
	echo '}'
	for ((i = 0; i < count; i++)); do
		echo "static void f$i(void) { told = early; all(); }"
	done
	cat <<-'C'
	static void *work(void *a) { result++; return a; }
	int main(void)
	{
		pthread_t t;
		early = 1;
		if (pthread_create(&t, 0, work, 0))
			return 1;
		pthread_join(t, 0);
		result++;
		all();
		return told;
	}
	C
} >many.c

expect 1 --no-config --time-limit 30 --all many.c
shows "data race on 'told'"
hides "data race on 'early'"
hides "data race on 'result'"
hides 'threads that are each looked at as one'
