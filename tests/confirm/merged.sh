# SPDX-License-Identifier: MIT
# Optimised code writes several members at once, on the line of one of them. What is seen there
# belongs to the race of the report, and is no miss of the analysis.
. "$ROOT/tests/cli/lib.bash"
cc=$(dirname "$CHEQUER")/chequer-cc
cat >list.c <<'END'
#include <pthread.h>
struct list {
	void *items;
	long room, count;
};
static struct list list = {0, 1, 2};
static pthread_barrier_t both;
static void *clear(void *arg)
{
	struct list *l = arg;
	pthread_barrier_wait(&both);
	l->items = 0;
	l->room = 0;
	l->count = 0;
	return arg;
}
int main(void)
{
	pthread_t id;
	long n = 0;
	pthread_barrier_init(&both, 0, 2);
	pthread_create(&id, 0, clear, &list);
	pthread_barrier_wait(&both);
	n += list.count;
	pthread_join(id, 0);
	return (int)n;
}
END
echo '[{"directory": "'"$PWD"'", "file": "list.c", "arguments": ["cc", "-c", "list.c"]}]' \
	>compile_commands.json
for level in -O1 -O2; do
	"$cc" $level -c list.c -o list.o && "$cc" list.o -o list || fail "chequer-cc $level"
	expect 1 confirm -p . -- ./list
	shows "[confirmed;"
	hides "has missed"
	shows "data race on 'list.count'"
done
clean
