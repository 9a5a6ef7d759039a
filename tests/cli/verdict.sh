# SPDX-License-Identifier: MIT
# What the answer rests on: races, none found, proved.
. "$ROOT/tests/cli/lib.bash"

program()
{
	cat >"$1" <<-END
		#include <pthread.h>
		static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
		static int n;
		$2
		static void *work(void *arg)
		{
			pthread_mutex_lock(&m);
			n++;
			pthread_mutex_unlock(&m);
			$3
			return arg;
		}
		int main(void)
		{
			pthread_t t;
			pthread_create(&t, NULL, work, NULL);
			work(NULL);
			pthread_join(t, NULL);
			return n;
		}
	END
}

# nothing is unknown
program proved.c '' ''
expect 0 --strict proved.c
shows "no data races: proved"
shows "2 threads found"
case $out in *'not understood'*) fail "what is not understood?" ;; esac
expect 0 -v proved.c
shows "assumed (docs/soundness.md): 1, 2,"
expect 0 --format json proved.c
shows '"verdict": "proved"'
shows '"unknown": []'

# each number that may be assumed is in docs/soundness.md
grep -oE '^ASSUMPTION\("[0-9a-z]+"' "$ROOT/src/cli/assumptions.def" | grep -oE '[0-9]+[a-z]?' |
	while read -r number; do
		grep -q "^\*\*$number\. " "$ROOT/docs/soundness.md" ||
			fail "docs/soundness.md has no assumption $number"
	done || exit 1

# a function that nobody knows
program unknown.c 'void other(int *); static int k;' 'other(&k); other(&k);'
sed -i 's/other(&k)/other(NULL)/g' unknown.c
expect 0 unknown.c
shows "no data races found"
shows "not understood: 1 function without a body or a model (other) (-v lists them)"
expect 1 --strict unknown.c
expect 0 -v unknown.c
shows "other, unknown.c:10:1 and 1 more place"
expect 0 --format json unknown.c
shows '"verdict": "none found"'
shows '"unknownFunctions": ["other"]'

# calls through pointers, assembly, variables that are not defined
program call.c 'void (*hook)(void);' 'if (hook) hook();'
sed -i 's/^void/extern void/' call.c
expect 0 call.c
shows "1 call through a pointer without a target (call.c:10:11)"
shows "1 pointer variable that is not defined (hook)"
program asm.c '' '__asm__ volatile("movl $1, 16" : : : "memory");'
expect 0 asm.c
shows "1 piece of assembly (asm.c:10:1)"
program barrier.c '' '__asm__ volatile("" : : : "memory");'
expect 0 --strict barrier.c

# a pointer that went through numbers of half its size
program halves.c '#include <stdint.h>
static int *again(uint32_t low, uint32_t high) { return (int *)((uint64_t)high << 32 | low); }' \
	'uintptr_t all = (uintptr_t)arg; *again((uint32_t)all, (uint32_t)(all >> 32)) = 1;'
expect 0 halves.c
shows "1 pointer made of a number (halves.c:"
expect 1 --strict halves.c
program whole.c '#include <stdint.h>
static int *again(uintptr_t n) { return (int *)n; }' 'int own; *again((uintptr_t)&own) = 1;'
expect 0 --strict whole.c
# or out of the program and back
program back.c '#include <stdio.h>
static int *again(FILE *f) { int *p = NULL; fread(&p, sizeof p, 1, f); return p; }' \
	'int *p = again(stdin); if (p) *p = 1;'
expect 0 back.c
shows "1 pointer made of a number (back.c:"
# or through memory, in pieces
expect 0 "$ROOT/tests/races/memory/42_pointer_streamed_race.c"
shows "1 pointer made of a number ("

# somebody may run it on a thread of his own; nothing is said about one thread only
cat >given.c <<'END'
static int n;
void start(void (*f)(void));
static void count(void) { n++; }
int main(void) { start(count); return n; }
END
expect 0 given.c
shows "1 function given to one that is not known (count)"
case $out in *'nothing can race'*) fail "who says so?" ;; esac

# likewise if it is in memory that one leads to, or that the unknown function has given; what the
# program calls itself is not run
for how in 'static struct s b = {0, &a}; int main(void) { start(&b); return n; }' \
	'int main(void) { make()->f = count; return n; }' \
	'static struct s b = {0, &a}; int main(void) { start(&b); count(); return n; }'; do
	cat >led.c <<-END
		static int n;
		static void count(void) { n++; }
		struct s { void (*f)(void); struct s *next; };
		void start(struct s *);
		struct s *make(void);
		static struct s a = {count, 0};
		$how
	END
	expect 0 led.c
	case $how in
	*'count();'*) shows "no threads: no thread is created that was understood" ;;
	*) shows "1 of low confidence not shown" && shows "1 thread, 1 callback found" ;;
	esac
	shows "1 function given to one that is not known (count)"
	expect 1 --strict led.c
	expect 0 --format json led.c
	shows '"verdict": "none found"'
	shows '"given"'
done
# of very many that it may find some are run, and the others named
{
	echo "void start(void (**f)(void)); static int n;"
	seq 70 | sed 's/.*/static void f&(void) { n++; }/'
	echo "static void (*all[])(void) = {"
	seq 70 | sed 's/.*/f&,/'
	echo "}; int main(void) { start(all); return n; }"
} >very_many.c
expect 0 very_many.c
shows "32 callbacks found"
shows "70 functions given to some that are not known"
cat >led.c <<'END'
static int n;
void start(int *);
int main(void) { start(&n); return n; }
END
expect 0 led.c
shows "nothing can race"
cat >single.c <<'END'
void log_it(const char *s);
int main(void) { log_it("x"); return 0; }
END
expect 0 --strict single.c
shows "nothing can race"

# threads that are not followed
cat >omp.c <<'END'
int n;
int main(void)
{
#pragma omp parallel
	n++;
	return n;
}
END
expect 0 omp.c -- -fopenmp
shows "1 way to start threads that is not followed (OpenMP)"
case $out in *'nothing can race'* | *': proved'*) fail "who says so?" ;; esac
expect 1 --strict omp.c -- -fopenmp
cat >cxx.c <<'END'
void start(void *state, void (*depend)(void)) __asm__("_ZNSt6thread15_M_start_threadEX");
int main(void) { int n = 0; start(&n, 0); return n; }
END
expect 0 cxx.c
shows "1 way to start threads that is not followed (C++ std::thread)"

# handlers are no threads
cat >signal.c <<'END'
#include <signal.h>
static volatile sig_atomic_t stop;
static void on_int(int s) { stop = s; }
int main(void) { signal(SIGINT, on_int); while (!stop) ; return 0; }
END
expect 0 signal.c
shows "1 thread, 1 signal handler found"
clean

# bitcode that was optimised, or made to be watched; the compiler's own variables do not race
clang-19 -g -O2 -emit-llvm -c proved.c -o optimised.bc
expect 0 optimised.bc
shows "no data races found"
shows "not understood: 1 file whose bitcode was optimised: make it with -g -O0 (optimised.bc)"
clang-19 -g -O0 -emit-llvm -c proved.c -o plain.bc
expect 0 --strict plain.bc
clang-19 -g -O2 -Xclang -disable-llvm-passes -emit-llvm -c proved.c -o asked.bc
expect 0 --strict asked.bc
for flag in -fsanitize=address -fsanitize=thread -fsanitize=undefined --coverage \
	-fprofile-instr-generate -fsanitize-coverage=trace-pc-guard; do
	clang-19 -g -O0 $flag -emit-llvm -c proved.c -o watched.bc
	expect 0 --all watched.bc
	shows "no data races found"
	shows "1 file whose bitcode was instrumented: make it without (${flag%%=trace*})"
	expect 1 --strict watched.bc
done

# arguments past the 64th are not followed
names=$(seq -s, -f 'int a%g' 65)
program long.c "static void many($names) { (void)a65; }" "many($(seq -s, -f '%g*0' 65));"
expect 0 long.c
shows "not understood: 1 call with more than 64 arguments (work)"

# one thread only, but a call that may come to what creates others: the table was filled by a
# function that nobody knows
cat >dormant.c <<-END
	#include <pthread.h>
	struct module { int (*check)(void), (*begin)(void); };
	void copy(void *to, void *from, unsigned long n);
	void *take(unsigned long n);
	static int n;
	static void *run(void *arg) { n++; return arg; }
	static int begin(void)
	{
		pthread_t a, b;
		pthread_create(&a, NULL, run, NULL);
		return pthread_create(&b, NULL, run, NULL);
	}
	static struct module module = {NULL, begin};
	static struct module *modules[] = {&module, NULL};
	int main(void)
	{
		struct module **m = take(sizeof(modules));
		copy(m, modules, sizeof(modules));
		return m[0]->begin();
	}
END
# who copies the table may call what is in it
expect 1 dormant.c
shows "medium confidence: only if code that is not known"
shows "1 call through a pointer"
# if nobody has it the call is all that is known
sed -e '/copy(m/d' -e 's/static \(struct module \*modules\)/\1/' dormant.c >hidden.c
expect 0 hidden.c
shows "1 call through a pointer"
case $out in *'nothing can race'*) fail "a thread may be created" ;; esac
expect 1 --strict hidden.c
# without that code only who copies the table could run what is in it
sed 's/pthread_create(&[ab], NULL, run, NULL)/0/' dormant.c >asleep.c
expect 1 --strict asleep.c -- -w
shows "1 function given to one that is not known (begin)"
