#!/bin/bash
# SPDX-License-Identifier: MIT
# So many threads that all of a kind are one (src/thread/crowd.c): the handlers of faults are still
# told apart from those of other signals.
. "$ROOT/tests/cli/lib.bash"

count=1460
{
	echo '#include <pthread.h>'
	echo '#include <signal.h>'
	echo 'static int seen, told; static pthread_t t;'
	for ((i = 0; i < count; i++)); do
		echo "static void *u$i(void *a) { return a; }"
		echo "static void w$i(void) { pthread_create(&t, 0, u$i, 0); }"
		echo "static void *f$i(void *);"
	done
	echo 'static void all(void) {'
	for ((i = 0; i < count; i++)); do
		echo "w$i();"
	done
	echo '}'
	for ((i = 0; i < count; i++)); do
		echo "static void *f$i(void *a) { all(); return a; }"
	done
	cat <<-'C'
	static void crashed(int n) { (void)n; seen++; }
	static void ended(int n) { (void)n; told++; }
	static void catch(int n, void (*handler)(int))
	{
		struct sigaction a = {.sa_handler = handler};
		sigaction(n, &a, 0);
	}
	int main(void)
	{
		catch(SIGSEGV, crashed);
		catch(SIGBUS, crashed);
		catch(SIGTERM, ended);
	C
	for ((i = 0; i < count; i++)); do
		echo "pthread_create(&t, 0, f$i, 0);"
	done
	echo 'seen++; told++; return 0; }'
} >many.c

expect 1 --no-config many.c
shows 'threads that are each looked at as one'
shows "data race on 'told'"
hides "data race on 'seen'"
expect 1 --no-config --all many.c
shows "data race on 'seen'"
quiet
