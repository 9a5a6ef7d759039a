# SPDX-License-Identifier: MIT
# Many races with one cause are one: a call of a thread that a hundred need, a call of a signal
# handler that ten need, a library that guards none of twenty variables.
. "$ROOT/tests/cli/lib.bash"

# So many variables, which main and the thread change by way of command().
program()
{
	local i
	echo '#include <pthread.h>'
	for ((i = 0; i < $1; i++)); do
		printf 'int v%d;\nvoid f%d(void)\n{\n\tv%d++;\n}\n' "$i" "$i" "$i"
	done
	printf 'void command(void)\n{\n'
	for ((i = 0; i < $1; i++)); do
		printf '\tf%d();\n' "$i"
	done
	cat <<-'END'
	}
	void step(void)
	{
		command();
	}
	void *work(void *arg)
	{
		step();
		return arg;
	}
	int main(void)
	{
		pthread_t id;

		pthread_create(&id, 0, work, 0);
		command();
		pthread_join(id, 0);
		return 0;
	}
	END
}

program 110 >many.c
expect 1 -q many.c
[ "$(grep -c 'warning: data race.*\[medium' .out)" = 1 ] || fail "not one race"
shows "with the same cause there are races on 'v1', 'v2', 'v3', 'v4', 'v5' and 104 more"
shows "109 other races need the same call, of 'command' in 'step' by thread 'work'"
expect 1 -q -v many.c
shows "'v109'"
expect 1 --format json many.c
[ "$(grep -c '"confidence"' .out)" = 1 ] || fail "not one in the JSON report"
[ "$(grep -c '"kind": "write"' .out)" = 220 ] || fail "not all accesses in the JSON report"

# A thread that does without the call: the race on what it changes stands by itself, and that
# thread explains it. One that gets there by another way to the same call changes nothing.
another()
{
	program 110 | sed -e 's/^int main/void *other(void *arg)\n{\n\t'"$1"';\n\treturn arg;\n}\n&/' \
		-e 's/pthread_create.*/&\n\tpthread_create(\&id, 0, other, 0);/'
}
another 'v7++' >another.c
expect 1 -q another.c
shows "data race on 'v7' [high"
shows "thread 'other'"
shows "with the same cause there are races on 'v1', 'v2', 'v3', 'v4', 'v5' and 103 more"
[ "$(grep -c 'warning: data race' .out)" = 2 ] || fail "not two races"
another 'f7()' >another.c
expect 1 -q another.c
shows "data race on 'v7' [high"
another 'command()' >another.c
expect 1 -q another.c
[ "$(grep -c 'warning: data race' .out)" = 1 ] || fail "another way to the same call"

program 45 >few.c
expect 1 -q few.c
[ "$(grep -c 'warning: data race.*\[high' .out)" = 45 ] || fail "ranked lower"
hides "the same cause"

# What is told with others is shown by its id.
id=$(sed -n "s/.*race on 'v5' \[.*; \(.*\)\]/\1/p" .out)
expect 1 show "$id" many.c
shows "$id"

# The handler does all that main does, or only a few things.
handler()
{
	program "$1" | sed -e 's/void \*work(void \*arg)/void work(int arg)/' -e '/return arg;/d' \
		-e 's/pthread_create.*/signal(1, work);/' -e '/pthread_join/d' \
		-e 's/#include.*/#include <pthread.h>\n#include <signal.h>/'
}
handler 12 >handler.c
expect 1 -q handler.c
[ "$(grep -c 'warning: data race' .out)" = 1 ] || fail "not one race of the handler"
shows "11 other races need the same call, of 'command' in 'step' by thread 'work'"
handler 8 >small.c
expect 1 -q small.c
[ "$(grep -c 'warning: data race.*\[high' .out)" = 8 ] || fail "few of a handler are not one"

# Variables of a library; one that it guards elsewhere stays by itself.
library()
{
	local i
	echo '#include <pthread.h>'
	echo 'static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;'
	for ((i = 0; i < $1; i++)); do
		printf 'static int v%d;\nint set%d(void)\n{\n\treturn v%d++;\n}\n' "$i" "$i" "$i"
	done
	cat <<-'END'
	static int guarded;
	int take(void)
	{
		pthread_mutex_lock(&m);
		int n = guarded++;
		pthread_mutex_unlock(&m);
		return n;
	}
	int look(void)
	{
		return guarded;
	}
	END
}
library 25 >large.c
expect 1 -q large.c
[ "$(grep -c 'warning: data race' .out)" = 2 ] || fail "not one race of the library"
shows "24 other variables are not guarded either"
shows "data race on 'guarded'"
library 12 >small.c
expect 1 -q small.c
[ "$(grep -c 'warning: data race' .out)" = 13 ] || fail "few of a library are not one"

# Functions of one name in two files, called at one place: that is not one call.
half()
{
	local i
	for ((i = $1; i < $1 + 30; i++)); do
		printf 'int v%d;\nvoid f%d(void)\n{\n\tv%d++;\n}\n' "$i" "$i" "$i"
	done
	printf 'static void job(void)\n{\n'
	for ((i = $1; i < $1 + 30; i++)); do
		printf '\tf%d();\n' "$i"
	done
	printf '}\nvoid (*const jobs%d)(void) = job;\n' "$1"
}
half 0 >first.c
half 30 >second.c
cat >both.c <<'END'
#include <pthread.h>
extern void (*const jobs0)(void), (*const jobs30)(void);
struct work { void (*job)(void); } works[2];
static void *go(void *arg) { ((struct work *)arg)->job(); return 0; }
int main(void)
{
	pthread_t t[4];
	works[0].job = jobs0;
	works[1].job = jobs30;
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], 0, go, &works[i % 2]);
	return 0;
}
END
expect 1 -q --format json both.c first.c second.c
[ "$(grep -c '"confidence"' .out)" = 60 ] || fail "not sixty races"
