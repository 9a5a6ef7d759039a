# SPDX-License-Identifier: MIT
# A database with several programs: the largest is analysed, or the one that is chosen, with
# the files that it needs and those that nobody needs; the others are named. What is still
# defined twice counts where it is defined, and one of them everywhere else.
. "$ROOT/tests/cli/lib.bash"
entry()
{
	printf '{"directory": "%s", "file": "%s", "command": "cc -c %s"}' "$PWD" "$1" "$1"
}
mkdir -p src tests
echo 'int lib(int); int more(int); int usage(void) { return 1; }
int main(void) { return lib(1) + more(usage()) + lib(2) + more(3); }' >src/large.c
echo 'int lib(int); int usage(void) { return 2; } int main(void) { return lib(usage()); }' >src/small.c
echo 'int lib(int); int more(int x) { return x; } int main(void) { return lib(more(3)); }' >tests/large.c
echo 'int deeper(int); int lib(int x) { return deeper(x) + 1; }' >lib.c
echo 'int deeper(int x) { return x * 2; }' >deeper.c
echo 'int more(int x) { return x - 1; }' >more.c
echo 'int plugin_init(void) { return 7; } int first_plugin(void) { return 1; }' >plugin.c
echo 'int plugin_init(void) { return 8; } int second_plugin(void) { return 9; }' >other.c
database "$(entry src/small.c)" "$(entry src/large.c)" "$(entry tests/large.c)" "$(entry lib.c)" \
	"$(entry deeper.c)" "$(entry more.c)" "$(entry plugin.c)" "$(entry other.c)"

expect 0 dump --ir -p .
says "3 programs"
says "that of src/large.c is analysed (6 of 8 files), not src/small.c (3 files, no threads), tests/large.c (3 files, no threads)"
says "--program"
shows "@more("
shows "@deeper("
shows "@first_plugin("
shows "@second_plugin("
hides "ret 2"

expect 0 -p .
shows "src/small.c: another program"
shows "tests/large.c: another program"

# chosen by its file, or by the end of its path
expect 0 dump --ir -p . --program small.c
shows "@deeper("
hides "@more("
shows "ret 2"
expect 0 dump --ir -p . --program tests/large.c
shows "@more("
hides "@usage("
expect 2 -p . --program lib.c
says "lib.c"
says "src/large.c, src/small.c, tests/large.c"
one_message

# one program is a program, and files that are named are one
database "$(entry src/small.c)" "$(entry lib.c)" "$(entry deeper.c)" "$(entry more.c)"
expect 0 dump --ir -p . --program src/small.c
shows "@more("
expect 2 src/small.c src/large.c lib.c deeper.c more.c
says "'usage' is"

# Two files have what is missing: that without a second definition of what is there, that in
# the directory of the main, or that which has more of it.
mkdir -p one two
echo 'int show(void); int width(void) { return 1; } int main(void) { return show() + width(); }' >maker.c
echo 'int show(void) { return 20; } int width(void) { return 21; }' >reader_show.c
echo 'int show(void) { return 30; }' >show.c
database "$(entry maker.c)" "$(entry reader_show.c)" "$(entry show.c)"
expect 0 dump --ir -p .
shows "unit 3 source show" # that of show.c
shows "@show%2()"           # the other goes with the program, as nobody needs it
quiet
echo 'int help(void); int main(void) { return help(); }' >one/main.c
echo 'int help(void); int main(void) { return help() + 1; }' >two/main.c
echo 'int help(void) { return 40; }' >one/help.c
echo 'int help(void) { return 50; }' >two/help.c
database "$(entry one/help.c)" "$(entry two/help.c)" "$(entry one/main.c)" "$(entry two/main.c)"
expect 0 dump --ir -p .
says "that of two/main.c"
shows "ret 50"
hides "ret 40"
echo 'int a(void); int b(void); int main(void) { return a() + b(); }' >both.c
echo 'int a(void) { return 60; }' >only_a.c
echo 'int a(void) { return 70; } int b(void) { return 71; }' >a_and_b.c
echo 'int b(void) { return 80; }' >only_b.c
database "$(entry both.c)" "$(entry only_a.c)" "$(entry a_and_b.c)" "$(entry only_b.c)" \
	"$(entry one/main.c)" "$(entry one/help.c)"
expect 0 dump --ir -p . --program both.c
shows "proto @a t2 source a" # that of a_and_b.c, the first by name
shows "@a%3()"
shows "@b%4()"
# Several programs with one main, which leaves a function to them: each is one, and the one that
# creates threads is worth most. Its file is its name.
mkdir -p many
echo 'int run(void); int shared(void); int main(void) { return run() + shared(); }' >many/main.c
echo 'int run(void) { return 61; }' >many/a_tool.c
echo '#include <pthread.h>
static void *go(void *a) { return a; }
int helper(void);
int run(void) { pthread_t t; return pthread_create(&t, 0, go, 0) + helper(); }' >many/server.c
echo 'int run(void) { return 63; } int only_there(void) { return 64; }' >many/z_tool.c
echo 'int helper(void) { return 65; }' >many/helper.c
echo 'int shared(void) { return 66; }' >many/shared.c
database "$(entry many/main.c)" "$(entry many/a_tool.c)" "$(entry many/server.c)" \
	"$(entry many/z_tool.c)" "$(entry many/helper.c)" "$(entry many/shared.c)"
expect 0 dump --ir -p .
says "code of 3 programs: that of many/server.c is analysed (4 of 6 files)"
says "not many/a_tool.c (3 files, no threads), many/z_tool.c (3 files, no threads)"
shows "@helper("
hides "ret 61"
hides "@only_there("
expect 0 dump --ir -p . --program z_tool.c
shows "@only_there("
hides "@helper("
# A library's function that the program has another of: needed for what else its file has.
echo 'int get(void) { return 90; } int use(void); int main(void) { return use(); }' >over.c
echo 'int get(void) { return 91; } int use(void) { return get() + other(); } int other(void);' >base.c
echo 'int get(void); int other(void) { return get(); }' >rest.c
database "$(entry over.c)" "$(entry base.c)" "$(entry rest.c)"
expect 0 dump --ir -p .
shows "@get%1()"
says "'get': defined in over.c and in base.c; that of over.c counts"
# files that are named are one program
expect 2 over.c base.c rest.c
says "'get' is defined in base.c and in over.c"
# Variables that are only declared, 'int total;', and taken for definitions with -fcommon:
# whoever has one defines it, unless somebody has one with a value.
common()
{
	printf '{"directory": "%s", "file": "%s", "command": "cc -fcommon -c %s"}' "$PWD" "$1" "$1"
}
mkdir -p p q
echo 'int total; int main(void) { return total + total; }' >p/own.c
echo 'extern int total; int main(void) { return total + total + total; }' >p/main.c
echo 'extern int total; int main(void) { return total; }' >q/main.c
echo 'int total; int of_p(void) { return total; }' >p/total.c
echo 'int total; int of_q(void) { return total; }' >q/total.c
database "$(common q/total.c)" "$(common p/total.c)" "$(common q/main.c)" "$(common p/main.c)"
expect 0 dump --ir -p .
says "that of p/main.c is analysed (2 of 4 files)"
shows "@of_p("
hides "@of_q("
# one that the program has needs no other: these two nobody needs, and they are one variable
database "$(common q/total.c)" "$(common p/total.c)" "$(common p/own.c)"
expect 0 dump --ir -p .
shows "@of_p("
shows "@of_q("
hides "@total%"
quiet
# with a value: that file, however far
mkdir -p far
echo 'int total = 3; int of_far(void) { return total; }' >far/total.c
echo 'int of_p(void); int main(void) { return of_p(); }' >far/main.c
database "$(common p/total.c)" "$(common far/total.c)" "$(common p/main.c)" "$(common far/main.c)"
expect 0 dump --ir -p . --program p/main.c
shows "@of_far("
hides "@of_p("
expect 0 dump --ir -p . --program far/main.c # total is there with p/total.c, which has of_p
shows "@of_p("
hides "@of_far("

# A file that is compiled for a library and for the program, with other macros: the program
# gets the one that has what it needs, in whichever order they come.
flags()
{
	printf '{"directory": "%s", "file": "%s", "command": "cc %s -c %s"}' "$PWD" "$1" "$2" "$1"
}
echo 'int common(void) { return WHICH; }
#ifndef LIBRARY
int spawn(void) { return 100; }
#endif' >utils.c
echo 'int spawn(void); int common(void); int main(void) { return spawn() + common(); }' >daemon.c
database "$(flags utils.c '-DLIBRARY -DWHICH=101')" "$(flags utils.c -DWHICH=102)" "$(entry daemon.c)"
expect 0 dump --ir -p .
shows "ret 100"
shows "ret 102"
hides "ret 101"
database "$(flags utils.c -DWHICH=102)" "$(flags utils.c '-DLIBRARY -DWHICH=101')" "$(entry daemon.c)"
expect 0 dump --ir -p .
shows "ret 100"
hides "ret 101"
# for which kind of library it is compiled makes no difference
database "$(flags utils.c -DWHICH=103)" "$(flags utils.c '-DPIC -fPIC -DWHICH=103')" \
	"$(flags utils.c '-Dutils_EXPORTS -DWHICH=103')" "$(entry daemon.c)"
expect 0 -p .
shows "2 compile commands: same file as an earlier entry"
# without a main: the first
database "$(flags utils.c '-DLIBRARY -DWHICH=101')" "$(flags utils.c -DWHICH=102)"
expect 0 dump --ir -p .
shows "ret 101"
hides "ret 102"
clean

# A tool that is linked with code for threads, and larger, but does not come to use it.
mkdir -p app tool
printf '#include <pthread.h>\nstatic int n; static void *run(void *a) { n++; return a; }
int serve(void) { pthread_t t; return pthread_create(&t, 0, run, 0) + n; }
int count(int x) { return x + 1; }' >pool.c
echo 'int serve(void); struct ops { int (*go)(void); }; static struct ops ops = {serve};
int main(void) { return ops.go(); }' >app/main.c
echo 'int count(int); static int more(int x) { return count(x) * 2 + count(x + 1) - count(x + 2); }
int main(int n, char **v) { return more(n) + more(n + 1) + (v ? more(3) : more(4)); }' >tool/main.c
database "$(entry tool/main.c)" "$(entry app/main.c)" "$(entry pool.c)"
expect 0 dump --ir -p .
says "that of app/main.c is analysed (2 of 3 files), not tool/main.c (2 files, no threads)"
expect 0 dump --ir -p . --program tool/main.c
says "not app/main.c (2 files, threads from 1 place)"
# A larger one that starts one thread: the program that starts more of them is meant.
printf '#include <pthread.h>\nint serve(void); static void *tick(void *a) { return a; }
int main(void) { pthread_t t; return pthread_create(&t, 0, tick, 0) + serve(); }' >app/main.c
echo 'int count(int); int serve(void);
static int more(int x) { return count(x) * 2 + count(x + 1) - count(x + 2) + serve(); }
int main(int n, char **v) { return more(n) + more(n + 1) + (v ? more(3) : more(4)); }' >tool/main.c
expect 0 dump --ir -p .
says "that of app/main.c is analysed (2 of 3 files), not tool/main.c (2 files, threads from 1 place)"

# many programs: those with threads are named, of the others a few
mkdir -p many
for i in 1 2 3 4 5 6; do
	echo "int main(void) { return $i; }" >many/tool$i.c
done
for i in 1 2; do
	cat >many/server$i.c <<-END
	#include <pthread.h>
	static void *run(void *p) { return p; }
	int main(void) { pthread_t t; return pthread_create(&t, 0, run, 0); }
	END
done
database "$(entry many/tool1.c)" "$(entry many/tool2.c)" "$(entry many/tool3.c)" \
	"$(entry many/tool4.c)" "$(entry many/tool5.c)" "$(entry many/tool6.c)" \
	"$(entry many/server1.c)" "$(entry many/server2.c)"
expect 0 -p .
says "not many/server2.c (1 file, threads from 1 place), many/tool1.c"
says "many/tool4.c (1 file, no threads) and 2 more without threads; choose"
clean

# A test is not what is meant, however many threads it starts: not where a program starts one,
# nor where the others are tools of a library that has locks or threads. The directory of the
# project may be called as it likes, and a project of tests is one.
mkdir -p tests/daemon tests/tests tests/tools
printf '#include <pthread.h>\nstatic pthread_mutex_t m; static int n; static void *run(void *a) { n++; return a; }
int serve(void) { pthread_t t; pthread_mutex_lock(&m); return pthread_create(&t, 0, run, 0) + n; }
int count(int x) { return x + 1; }' >tests/pool.c
echo 'int serve(void); int main(void) { return serve(); }' >tests/daemon/main.c
printf '#include <pthread.h>\nint serve(void); static void *tick(void *a) { return a; }
int main(void) { pthread_t t; return pthread_create(&t, 0, tick, 0) + serve(); }' >tests/tests/all.c
cp tests/tests/all.c tests/daemon/test_all.c
cp tests/tests/all.c tests/daemon/testall.c
echo 'int count(int); int main(void) { return count(1); }' >tests/tools/contest.c
database "$(entry tests/tests/all.c)" "$(entry tests/daemon/main.c)" "$(entry tests/pool.c)" \
	"$(entry tests/daemon/test_all.c)" "$(entry tests/daemon/testall.c)"
expect 0 dump --ir -p .
says "that of tests/daemon/main.c is analysed (2 of 5 files)"
database "$(entry tests/tests/all.c)" "$(entry tests/tools/contest.c)" "$(entry tests/pool.c)"
expect 0 dump --ir -p .
says "no program in this database but tests and examples starts threads"
says "as a library (1 of 3 files), without the main of tests/tests/all.c (2 files, threads from 2 places), tests/tools/contest.c (2 files, no threads)"
hides "@main("
# nothing but tests, of what creates threads itself: that is the library
database "$(entry tests/tests/all.c)" "$(entry tests/daemon/test_all.c)" "$(entry tests/pool.c)"
expect 0 dump --ir -p .
says "as a library (1 of 3 files), without the main of tests/daemon/test_all.c (2 files, threads from 2 places), tests/tests/all.c (2 files, threads from 2 places)"
hides "@main("
# with threads of the tests' own there is no library
cp tests/pool.c tests/tests/pool.c
database "$(entry tests/tests/all.c)" "$(entry tests/daemon/test_all.c)" "$(entry tests/tests/pool.c)"
expect 0 dump --ir -p .
says "that of tests/daemon/test_all.c is analysed (2 of 3 files)"
# of two that are worth the same the first by its name, in whatever order they come
database "$(entry tests/daemon/test_all.c)" "$(entry tests/tests/pool.c)" "$(entry tests/tests/all.c)"
expect 0 dump --ir -p .
says "that of tests/daemon/test_all.c is analysed (2 of 3 files)"
# parts of tests go with tests: with a library or a program they are not analysed
echo 'int part_of_test(void) { return 1; }' >tests/tests/part.c
echo 'int plugin(void) { return 1; }' >tests/plugin.c
database "$(entry tests/tests/all.c)" "$(entry tests/tools/contest.c)" "$(entry tests/pool.c)" \
	"$(entry tests/tests/part.c)" "$(entry tests/plugin.c)"
expect 0 dump --ir -p .
shows "@plugin("
hides "@part_of_test("
expect 1 -p .
shows "1 file: of tests, not analysed"
expect 0 dump --ir -p . --program contest.c
shows "@plugin("
hides "@part_of_test("
expect 0 dump --ir -p . --program all.c
shows "@plugin("
shows "@part_of_test("

# Plug-ins need something of a library that another program has as well.
mkdir -p plugs
echo 'int main(void) { return 0; }' >plugs/daemon.c
echo 'int client(void); int main(void) { return client(); }' >plugs/tool.c
echo 'int wire(void); int client(void) { return wire() + 110; }' >plugs/client.c
echo 'int wire(void) { return 111; }' >plugs/wire.c
echo 'int client(void); int plugin(void) { return client(); }' >plugs/plugin.c
database "$(entry plugs/daemon.c)" "$(entry plugs/tool.c)" "$(entry plugs/client.c)" \
	"$(entry plugs/wire.c)" "$(entry plugs/plugin.c)"
expect 0 dump --ir -p . --program daemon.c
shows "@plugin("
shows "@client("
shows "ret 111"
