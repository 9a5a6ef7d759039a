# SPDX-License-Identifier: MIT
# The same bytes in whatever order files come, on the command line or in a database.
. "$ROOT/tests/cli/lib.bash"

cat > a.c <<'X'
#include <pthread.h>
void *work(void *arg);
int plain(int *p);
int total;
int main(void)
{
	pthread_t id;
	pthread_create(&id, 0, work, &total);
	plain(&total);
	pthread_join(id, 0);
	return 0;
}
X
cat > b.c <<'X'
int plain(int *p);
static int calls;
void *work(void *arg)
{
	calls += plain(arg);
	return arg;
}
int count(void)
{
	return calls++;
}
X
cat > c.c <<'X'
int count(void);
int plain(int *p)
{
	return (*p)++ + count();
}
X
expect 1 --no-config --format json a.c b.c c.c
first=$out
expect 1 --no-config --format json c.c a.c b.c
[ "$out" = "$first" ] || fail "another order on the command line"

entry()
{
	printf '{"directory": "%s", "file": "%s", "command": "cc -c %s"}' "$PWD" "$1" "$1"
}
database()
{
	printf '[%s, %s, %s]\n' "$(entry "$1")" "$(entry "$2")" "$(entry "$3")" \
		>compile_commands.json
	expect 1 --no-config --format json -p .
}
database a.c b.c c.c
first=$out
database c.c b.c a.c
[ "$out" = "$first" ] || fail "another order in the database"
