# SPDX-License-Identifier: MIT
# A hundred races that one call makes are told as such: the first few in full, then a line each.
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
[ "$(grep -c 'warning: data race.*\[high' .out)" = 3 ] || fail "not three in full"
[ "$(grep -c '^  many.c:.*: data race on .*\[medium' .out)" = 107 ] || fail "not a line each"
shows "107 more races need this call of 'command' in 'step' by thread 'work'"
expect 1 -q -v many.c
[ "$(grep -c 'warning: data race.*\[medium' .out)" = 107 ] || fail "not in full with -v"
shows "109 other races need the same call, of 'command' in 'step' by thread 'work'"
expect 1 --format json many.c
[ "$(grep -c '"confidence": "medium"' .out)" = 107 ] || fail "not all in the JSON report"
[ "$(grep -c '"confidence": "high"' .out)" = 3 ] || fail "not the first in the JSON report"

program 90 >few.c
expect 1 -q few.c
[ "$(grep -c 'warning: data race.*\[high' .out)" = 90 ] || fail "ranked lower"
hides "need this call"
