# SPDX-License-Identifier: MIT
# chequer why: a race, a pair that a lock dismisses, and lines with nothing.
. "$ROOT/tests/cli/lib.bash"
two_threads a.c 'static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int guarded, bare;' '	pthread_mutex_lock(&m);
	guarded++;
	pthread_mutex_unlock(&m);
	bare++;'
expect 1 a.c
shows "'bare'"
hides "'guarded'"
expect 0 why a.c:9 a.c:9 a.c
shows "a race"
expect 0 why a.c:7 a.c:7 a.c
shows "lock"
hides "a race"
expect 0 why a.c:2 a.c:3 a.c
shows "no "
expect 2 why a.c:9 a.c
one_message
expect 2 why a.c a.c
one_message

# entries and summaries are looked up by name
expect 2 --entry nothere a.c
says "nothere"
one_message
expect 2 dump --summary nothere a.c
says "nothere"
one_message
expect 0 dump --summary run a.c
shows "run"
hides "nothere"
clean
