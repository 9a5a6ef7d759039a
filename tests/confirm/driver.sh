# SPDX-License-Identifier: MIT
# A library has no main: one is made, that calls the functions of a race from two threads.
. "$ROOT/tests/cli/lib.bash"
cat >bag.c <<'END2'
#include <pthread.h>
#include "bag.h"
struct bag {
	pthread_mutex_t lock;
	int n, guarded;
	char name[16];
};
static void grow(struct bag *b, int by)
{
	b->n += by;
}
void bag_add(const char *why, struct bag *b, enum how how)
{
	if (why && how != MANY)
		grow(b, 1);
	else
		grow(b, 2);
	pthread_mutex_lock(&b->lock);
	b->guarded++;
	pthread_mutex_unlock(&b->lock);
}
int bag_count(const struct bag *b)
{
	return b->n;
}
int bag_guarded(struct bag *b)
{
	pthread_mutex_lock(&b->lock);
	int n = b->guarded;
	pthread_mutex_unlock(&b->lock);
	return n;
}
END2
cat >bag.h <<'END2'
struct bag;
enum how { ONE, MANY };
void bag_add(const char *why, struct bag *b, enum how how);
int bag_count(const struct bag *b);
int bag_guarded(struct bag *b);
END2
expect 1 confirm bag.c
shows "[confirmed;"
shows "1 confirmed"
shows "bag_count"
shows "races/driver.c"
says "there is no main: races/driver.c calls"
grep -q 'bag_add(text, (void \*)object_' races/driver.c || fail "$(cat races/driver.c)"

# the driver is a file like any other: to be read, changed, and run again
for schedule in races/*.schedule; do
	expect 1 replay "$schedule" bag.c races/driver.c
	shows "in 10 of 10 runs"
done

# guarded, though the report of a library cannot be sure of it
sed 's/^	return b->n;/	return 0;/; s/^	b->n += by;/	(void)b, (void)by;/' bag.c >safe.c
expect 2 confirm safe.c
says "no main"

# what takes a number with a fraction cannot be called
rm -r races
echo 'static double sum; void add(double x) { sum += x; } double get(double y) { return sum + y; }' >sum.c
expect 2 confirm sum.c
says "there is no main, nor two functions"
[ ! -e races/driver.c ] || fail "there is a driver"
clean
