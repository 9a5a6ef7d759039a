# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# For the shell tests: each runs in an empty directory, with CHEQUER and ROOT set.
#
#	expect STATUS ARGUMENTS...   runs chequer; its output is in $out and $err
#	says TEXT / shows TEXT       standard error / output contains TEXT
#	quiet                        standard error is empty
#	clean                        nothing is left in TMPDIR
#	two_threads FILE BEFORE RUN  writes a small program
#
# A sanitizer's report is a failure whatever the test expects.
set -u
mkdir tmp
export TMPDIR=$PWD/tmp
out=
err=
last=

fail()
{
	echo "FAILED at line ${BASH_LINENO[*]}: $*"
	echo "\$ chequer $last"
	printf '%s\n' "--- standard output" "$out" "--- standard error" "$err"
	exit 1
}

expect()
{
	local wanted=$1 status=0
	shift
	last=$*
	"$CHEQUER" "$@" >.out 2>.err </dev/null || status=$?
	out=$(cat .out)
	err=$(cat .err)
	case $err in
	*Sanitizer* | *'runtime error'* | *'BUG at'*) fail "a crash" ;;
	esac
	[ $status = "$wanted" ] || fail "status $status, expected $wanted"
}

says()
{
	case $err in
	*"$1"*) ;;
	*) fail "standard error lacks: $1" ;;
	esac
}

shows()
{
	case $out in
	*"$1"*) ;;
	*) fail "standard output lacks: $1" ;;
	esac
}

hides()
{
	case $out$err in
	*"$1"*) fail "the output has: $1" ;;
	esac
}

quiet()
{
	[ -z "$err" ] || fail "standard error is not empty"
}

# One message: one line, and it starts with our name.
one_message()
{
	[ "$(printf '%s\n' "$err" | wc -l)" = 1 ] || fail "more than one line of messages"
	says "chequer: error: "
}

clean()
{
	[ -z "$(ls tmp)" ] || fail "left behind: $(ls tmp)"
}

# A program in which two threads run 'run': the file, what is before run, and what run does. Its
# first line is an #include, so that the second argument begins on line 2.
two_threads()
{
	cat >"$1" <<END
#include <pthread.h>
$2
static void *run(void *p)
{
$3
	return p;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	return 0;
}
END
}

# A compile database: entries as arguments, commas put between them.
database()
{
	local IFS=,
	printf '[%s]\n' "$*" >"${database_dir:-.}/compile_commands.json"
}
