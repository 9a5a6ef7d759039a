# SPDX-License-Identifier: MIT
"""A generated program as a whole: its threads, how they are started, what they wait for
and how they are joined.

Threads are created in the order of their numbers and wait only for threads of lower numbers
(but for barriers, whose parties are all created before any is joined), so every program ends.
"""
from coder import Coder, indent
from world import ABOVE_ALL, Place, Random, Scope, World

HEADERS = ("fcntl.h", "poll.h", "pthread.h", "sched.h", "semaphore.h", "setjmp.h", "stdarg.h",
           "stdatomic.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h",
           "sys/random.h", "sys/uio.h", "time.h", "unistd.h")

COMMON = """static unsigned pace;
static int noise;
static _Thread_local long used;

static void use(long n)
{
	used += n;
}

static void give_up(void)
{
	_exit(3);
}

static int set_up_sorted(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void jitter(unsigned n)
{
	usleep((n * 7 + pace * 5) % 11 * 40);
}
"""


class Thread:
    def __init__(self, number, rng):
        self.number = number
        self.name = f"thread{number}"
        self.copies = rng.pick((1, 1, 1, 2, 3))
        self.argument = rng.pick(("none", "object", "object", "job", "index"))
        self.object = None   # the place that is handed over
        self.first = []      # statements at its beginning, for the sake of others
        self.last = []
        self.joined = rng.pick(("late", "late", "late", "early", "counted", "other"))
        self.nested = None   # a thread that this one creates


class Program:
    def __init__(self, seed):
        self.seed = seed
        self.rng = Random(seed)
        self.world = World(self.rng)
        self.coder = Coder(self.rng, self.world)
        self.threads = [Thread(i, self.rng) for i in range(self.rng.between(2, 4))]
        self.out = []

    def text(self):
        world, coder = self.world, self.coder
        self.emit("#define _GNU_SOURCE", *(f"#include <{h}>" for h in HEADERS), "")
        self.emit(f"/* seed {self.seed} */", *COMMON.split("\n"))
        self.emit(*(f"{s.name};" for s in world.structs), "", *world.declare_structs())
        self.emit(*world.declare_objects(), "", *world.declare_locks(), "")
        self.write_functions()
        self.relate()
        for thread in self.threads:
            self.write_thread(thread)
        main = self.main()
        setup = [*world.setup(coder.calls), *coder.setup]
        self.emit(*coder.text)
        self.emit("static void setup(void)", "{", *indent(setup), "}", "", *main)
        return "\n".join(line.rstrip() for line in self.out) + "\n"

    def emit(self, *lines):
        self.out += lines

    def write_functions(self):
        coder, rng = self.coder, self.rng
        for struct in self.world.structs:
            for _ in range(rng.between(1, 2)):
                coder.member_function(struct)
        coder.members = True
        for _ in range(rng.between(2, 6)):
            if rng.chance(15):
                coder.recursive()
            else:
                coder.helper()

    # ---- who waits for whom ----

    def relate(self):
        for _ in range(self.rng.below(3)):
            first, second = self.pair()
            self.rng.pick((self.by_condition, self.by_semaphore, self.by_flag, self.by_flag))(
                first, second)
        if self.rng.chance(20):
            self.by_barrier(*self.pair())

    def pair(self):
        second = self.rng.between(1, len(self.threads) - 1)
        return self.threads[self.rng.below(second)], self.threads[second]

    def given(self):
        """What is handed over: an access before, one after."""
        place = self.world.of(self.rng.pick(self.world.structs))
        scope = Scope([place], [])
        return self.coder.access(scope), self.coder.access(scope)

    def by_condition(self, first, second):
        name = self.coder.fresh("ready")
        before, after = self.given()
        self.coder.define([f"static pthread_mutex_t {name}_lock = PTHREAD_MUTEX_INITIALIZER;",
                           f"static pthread_cond_t {name}_cond = PTHREAD_COND_INITIALIZER;",
                           f"static int {name};"])
        first.first += [*before, f"pthread_mutex_lock(&{name}_lock);", f"{name} = 1;",
                        f"pthread_cond_broadcast(&{name}_cond);",
                        f"pthread_mutex_unlock(&{name}_lock);", *self.given()[0]]
        second.last += [f"pthread_mutex_lock(&{name}_lock);", f"while (!{name})",
                        f"\tpthread_cond_wait(&{name}_cond, &{name}_lock);",
                        f"pthread_mutex_unlock(&{name}_lock);", *after]

    def by_semaphore(self, first, second):
        name = self.coder.fresh("items")
        before, after = self.given()
        self.coder.define([f"static sem_t {name};"])
        self.coder.setup.append(f"sem_init(&{name}, 0, 0);")
        first.first += [*before, *[f"sem_post(&{name});"] * second.copies, *self.given()[0]]
        second.last += [f"sem_wait(&{name});", *after]

    def by_flag(self, first, second):
        name = self.coder.fresh("flag")
        before, after = self.given()
        give, take = self.rng.pick((("release", "acquire"), ("seq_cst", "seq_cst"),
                                    ("relaxed", "relaxed"), ("release", "relaxed")))
        self.coder.define([f"static atomic_int {name};"])
        first.first += [*before,
                        f"atomic_store_explicit(&{name}, 1, memory_order_{give});"]
        second.last += [f"while (!atomic_load_explicit(&{name}, memory_order_{take}))",
                        "\tsched_yield();", *after]

    def by_barrier(self, first, second):
        name = self.coder.fresh("gate")
        self.coder.define([f"static pthread_barrier_t {name};"])
        self.coder.setup.append(f"pthread_barrier_init(&{name}, NULL, "
                                f"{first.copies + second.copies});")
        before, after = self.given()
        for thread, (head, tail) in ((first, (before, [])), (second, ([], after))):
            thread.first += [*head, f"pthread_barrier_wait(&{name});", *tail]
        for thread in self.threads:
            if thread.joined == "early":
                thread.joined = "late"

    # ---- threads ----

    def write_thread(self, thread):
        coder, rng = self.coder, self.rng
        places, locals_, head = [], ["n"], ["int n = 1;"]
        struct = rng.pick(self.world.structs)
        thread.object = self.world.of(struct)
        if thread.argument == "object":
            head = [f"{struct.name} *o = arg;", "int n = 2;"]
            places = [Place("o", struct, "->")] * 3
        elif thread.argument == "job":
            coder.define([f"struct job{thread.number} {{", "\tint n;", f"\t{struct.name} *object;",
                          "\tpthread_mutex_t *lock;", "\tvoid *more;", "};"])
            head = [f"struct job{thread.number} *job = arg;", "int n = job->n;"]
            places = [Place("job->object", struct, "->")] * 3
            places.append(Place(f"(({struct.name} *)job->more)", struct, "->"))
        elif thread.argument == "index":
            head = ["int n = (int)(long)arg;"]
        coder.lowest, coder.cost = ABOVE_ALL + 1, 0
        body, _ = coder.body(places, [], locals_, 2, 6)
        body[:2] = ["int t = n;", "", f"jitter({thread.number + 1}u);", *thread.first]
        lines = [*head, *body[:-1], *thread.last, *self.nested(thread), body[-1]]
        if thread.joined == "counted":
            lines += [f"pthread_mutex_lock(&done_lock);", "done++;",
                      "pthread_cond_signal(&done_cond);", "pthread_mutex_unlock(&done_lock);"]
        unused = [] if thread.argument != "none" else ["(void)arg;"]
        coder.define([f"static void *{thread.name}(void *arg)", "{", *indent(lines + unused),
                      "\treturn NULL;", "}"])

    def nested(self, thread):
        """A thread may start one of its own, and join it or leave it running for a while."""
        if not self.rng.chance(15):
            return []
        coder = self.coder
        place = self.world.of(self.rng.pick(self.world.structs))
        body, _ = coder.body([Place("o", place.struct, "->")] * 3, [], [], 1, 3)
        name = f"{thread.name}_child"
        coder.define([f"static void *{name}(void *arg)", "{",
                      *indent([f"{place.struct.name} *o = arg;", *body]), "\treturn NULL;", "}"])
        after = self.given()[0]
        join = "pthread_join(child, NULL);"
        tail = self.rng.pick(([*after, join], [join, *after], [*after, join, *self.given()[0]]))
        return ["pthread_t child;",
                f"pthread_create(&child, NULL, {name}, {place.pointer()});", *tail]

    # ---- main ----

    def argument_of(self, thread, copy):
        """(statements before, the argument)"""
        if thread.argument == "object":
            return [], thread.object.pointer()
        if thread.argument == "index":
            return [], f"(void *)(long){copy}"
        if thread.argument == "none":
            return [], "NULL"
        job = f"job{thread.number}_{self.coder.fresh('j')}"
        pointer = thread.object.pointer()
        other = self.world.of(thread.object.struct).pointer()
        make = [f"{job}->n = {copy};", f"{job}->object = {pointer};", f"{job}->more = {other};"]
        if self.rng.chance(50):
            return [f"struct job{thread.number} *{job} = malloc(sizeof *{job});", *make], job
        return [f"static struct job{thread.number} {job} = {{0}};",
                *(line.replace("->", ".", 1) for line in make)], f"&{job}"

    def create(self, thread):
        lines, ids = [], f"id{thread.number}"
        if thread.copies > 1 and thread.argument != "job" and self.rng.chance(60):
            _, argument = self.argument_of(thread, "i")
            return [f"for (int i = 0; i < {thread.copies}; i++)",
                    f"\t{self.start(f'{ids}[i]', thread, argument)}"]
        for copy in range(thread.copies):
            before, argument = self.argument_of(thread, copy)
            lines += [*before, self.start(f"{ids}[{copy}]", thread, argument)]
        return lines

    def start(self, place, thread, argument):
        return self.rng.pick((f"pthread_create(&{place}, NULL, {thread.name}, {argument});",
                              f"{place} = start({thread.name}, {argument});",
                              f"start_at(&{place}, {thread.name}, {argument});"))

    def join(self, thread):
        ids = f"id{thread.number}"
        if thread.joined == "counted":
            self.expected += thread.copies
            return ["pthread_mutex_lock(&done_lock);", f"while (done < {self.expected})",
                    "\tpthread_cond_wait(&done_cond, &done_lock);",
                    "pthread_mutex_unlock(&done_lock);"]
        n = thread.copies
        each = [f"pthread_join({ids}[{i}], NULL);" for i in range(n)]
        flag = f"running{thread.number}"
        return self.rng.pick((
            each, each[::-1],
            [f"for (int i = 0; i < {n}; i++)", f"\tpthread_join({ids}[i], NULL);"],
            [f"for (int i = {n}; i-- > 0;)", f"\tpthread_join({ids}[i], NULL);"],
            [f"stop({ids}, {n});"],
            [*each[:-1], *self.some(1, 2), each[-1]],
            [f"if ({flag}) {{", *indent(each), f"\t{flag} = 0;", "}"],
            [f"for (int i = 0; {flag} && i < {n}; i++)", f"\tpthread_join({ids}[i], NULL);"]))

    def some(self, low, high):
        """Statements of main, with globals in scope."""
        scope = Scope(self.world.places, self.world.numbers)
        return self.coder.block(scope, low, high)

    def main(self):
        coder = self.coder
        self.expected = 0
        coder.define(["static pthread_t start(void *(*entry)(void *), void *arg)", "{",
                      "\tpthread_t id;", "", "\tif (pthread_create(&id, NULL, entry, arg) != 0)",
                      "\t\tgive_up();", "\treturn id;", "}"])
        coder.define(["static void start_at(pthread_t *id, void *(*entry)(void *), void *arg)",
                      "{", "\tif (pthread_create(id, NULL, entry, arg) != 0)", "\t\tgive_up();",
                      "}"])
        self.emit("static pthread_mutex_t done_lock = PTHREAD_MUTEX_INITIALIZER;",
                  "static pthread_cond_t done_cond = PTHREAD_COND_INITIALIZER;",
                  "static int done;", "")
        coder.define(["static void stop(pthread_t *id, int n)", "{",
                      "\tfor (int i = 0; i < n; i++)", "\t\tpthread_join(id[i], NULL);", "}"])
        for thread in self.threads:
            coder.define([f"static int running{thread.number};"])
        coder.lowest, coder.cost = ABOVE_ALL + 1, 0
        lines = [f"pthread_t id{t.number}[{t.copies}];" for t in self.threads]
        lines += ["int t = argc;", "", "pace = argc > 1 ? (unsigned)atoi(argv[1]) : 0;",
                  'noise = open("/dev/urandom", O_RDONLY);', "setup();", *self.some(0, 2)]
        for thread in self.threads:
            lines += [*self.create(thread), f"running{thread.number} = 1;"]
            if self.rng.chance(50):
                lines += ["jitter(0);", *self.some(0, 2)]
            if thread.joined == "early":
                lines += [*self.join(thread), *self.some(0, 2)]
        for thread in self.threads:
            if thread.joined != "early":
                lines += [*self.join(thread), *self.some(0, 2)]
        return ["int main(int argc, char **argv)", "{", *indent(lines), "\tuse(t);",
                "\treturn 0;", "}"]


def generate(seed):
    return Program(seed).text()


if __name__ == "__main__":
    import sys
    sys.stdout.write(generate(int(sys.argv[1])))
