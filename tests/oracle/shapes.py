# SPDX-License-Identifier: MIT
"""Gadgets in the shapes that code of several threads has: locks that are only tried, references
that are counted, free lists, rings, queues of jobs, things that are set up on first use, blocks that
are copied by hand. Each is drawn in forms that hold and in forms that do not.
"""
from claims import some_lock
from gadgets import anywhere, inside, pointed, touch


def copied(c, scope):
    """A struct with a pointer, copied by a loop over its pieces."""
    place = c.place(scope)
    struct, v = place.struct, c.fresh("copy")
    box = f"struct box{v}"
    c.define([f"{box} {{", "\tlong n;", f"\t{struct.name} *p;", "\tlong pad;", "};"])
    piece = c.rng.pick(("char", "unsigned char", "char", "signed char", "long"))
    loop = c.rng.pick((
        ["for (size_t i = 0; i < n; i++)", "\tto[i] = from[i];"],
        ["while (n--)", "\t*to++ = *from++;"],
        ["for (; n > 0; n--, to++, from++)", "\t*to = *from;"],
        ["while (n-- > 0)", "\tto[n] = from[n];"],
        ["to += n;", "from += n;", "while (n--)", "\t*--to = *--from;"]))
    c.define([f"static void {v}_all({piece} *to, const {piece} *from, size_t n)", "{",
              *("\t" + line for line in loop), "}"])
    inner = pointed(f"{v}b.p", struct)
    scope.places.append(inner)
    return [f"{box} {v}a = {{1, {place.pointer()}, 2}}, {v}b = {{0, NULL, 0}};",
            f"{v}_all(({piece} *)&{v}b, ({piece} *)&{v}a, sizeof {v}a / sizeof({piece}));",
            touch(c, inner, scope)]


def tried(c, scope):
    """A lock that is tried; what is done depends on whether that was so, or does not."""
    lock = some_lock(c, scope)
    if not lock or lock.kind != "mutex" or "->" in lock.name:
        return None
    c.take(lock.rank)
    got, f = c.fresh("got"), c.fresh("try")
    test = c.rng.pick(("== 0", "!= 0"))
    c.define([f"static int {f}(pthread_mutex_t *m)", "{",
              f"\treturn pthread_mutex_trylock(m) {test};", "}"])
    yes, no = (got, f"!{got}") if test == "== 0" else (f"!{got}", got)
    middle = c.rng.pick(([f"if ({yes})"], [f"if ({no})"], []))
    use = c.access(scope)[0]
    return [f"int {got} = {f}(&{lock.name});", *middle, ("\t" if middle else "") + use,
            f"if ({yes})", "\t" + lock.leave()]


def timed(c, scope):
    """A lock that is waited for in vain."""
    lock = some_lock(c, scope)
    if not lock or lock.kind != "mutex" or "->" in lock.name:
        return None
    c.take(lock.rank)
    got = c.fresh("late")
    use = c.access(scope)[0]
    middle = c.rng.pick(([f"if (!{got})"], [f"if ({got})"], []))
    return [f"struct timespec {got}_at = {{0, 0}};",
            f"int {got} = pthread_mutex_timedlock(&{lock.name}, &{got}_at);", *middle,
            ("\t" if middle else "") + use, f"if (!{got})", "\t" + lock.leave()]


def counted(c, scope):
    """The last one who lets go may do what he likes."""
    name = c.fresh("refs")
    c.define([f"static struct {{ atomic_int refs; int n; }} {name};"])
    c.setup.append(f"atomic_store(&{name}.refs, 1);")

    def put(where):
        last = c.rng.pick(("== 1", "<= 1", ">= 1", "!= 2"))
        take = c.rng.pick(([f"atomic_fetch_add(&{name}.refs, 1);"], []))
        mine = c.rng.pick(([], [f"t += {name}.n;"]))
        return [*take, *mine, f"if (atomic_fetch_sub(&{name}.refs, 1) {last})",
                "\t" + c.plain_access(f"{name}.n", where)]

    c.again += [put, put]
    return put(scope)


def popped(c, scope):
    """Elements of a free list: taken out, or only looked at, or remembered."""
    lock = some_lock(c, scope)
    if not lock or lock.kind in ("rwlock", "own"):
        return None
    name = c.fresh("free")
    c.define([f"struct {name} {{", f"\tstruct {name} *next;", "\tint n;", "};"])
    c.define([f"static struct {name} {name}_all[8], *{name}_top, *{name}_last;"])
    c.setup += ["for (int i = 0; i < 8; i++) {", f"\t{name}_all[i].next = {name}_top;",
                f"\t{name}_top = &{name}_all[i];", "}"]

    def pop(where):
        if where.rank >= lock.rank:
            return None
        c.take(lock.rank)
        e = c.fresh("e")
        out = c.rng.pick(([f"if ({e})", f"\t{name}_top = {e}->next;"], []))
        keep = c.rng.pick(([f"{name}_last = {e};"], [], []))
        back = c.rng.pick(([], ["\t" + lock.enter(c.rng), f"\t{e}->next = {name}_top;",
                                f"\t{name}_top = {e};", "\t" + lock.leave()]))
        source = c.rng.pick((f"{name}_top", f"{name}_top", f"{name}_last"))
        after = c.rng.pick(([], ["\t" + c.plain_access(f"{e}->n", where)]))
        return [lock.enter(c.rng), f"struct {name} *{e} = {source};", *out, *keep, lock.leave(),
                f"if ({e}) {{", "\t" + c.plain_access(f"{e}->n", where), *back, *after, "}"]

    c.again += [pop, pop]
    return pop(scope)


def ring(c, scope):
    """A ring whose ends are atomics: for one who puts and one who takes, or for more."""
    name = c.fresh("ring")
    c.define([f"static struct {{ int at[8]; atomic_uint head, tail; }} {name};"])

    def put(where):
        h = c.fresh("h")
        on = c.rng.pick((f"atomic_store(&{name}.head, {h} + 1);",
                         f"atomic_fetch_add(&{name}.head, 1);"))
        store = c.plain_access(f"{name}.at[{h} % 8]", where)
        return [f"unsigned {h} = atomic_load(&{name}.head);",
                f"if ({h} - atomic_load(&{name}.tail) < 8) {{", "\t" + store, "\t" + on, "}"]

    def take(_):
        h = c.fresh("h")
        return [f"unsigned {h} = atomic_load(&{name}.tail);",
                f"if ({h} != atomic_load(&{name}.head)) {{", f"\tt += {name}.at[{h} % 8];",
                f"\tatomic_store(&{name}.tail, {h} + 1);", "}"]

    c.again += [take, put]
    return put(scope)


def jobs(c, scope):
    """A queue of functions with what they get; whoever comes by runs one."""
    lock = some_lock(c, scope)
    if not lock or lock.kind in ("rwlock", "own"):
        return None
    place = anywhere(c)
    f, struct = c.fresh("job"), place.struct
    c.define([f"static void {f}_run(void *arg)", "{", f"\t{struct.name} *p = arg;",
              "\tint t = 1;", "", "\t" + inside(c, pointed("p", struct)), "\tuse(t);", "}"])
    c.define([f"static struct {f} {{", "\tvoid (*run)(void *);", "\tvoid *arg;",
              f"\tstruct {f} *next;", f"}} *{f}_first;"])
    c.define([f"static void {f}_push(void (*run)(void *), void *arg)", "{",
              f"\tstruct {f} *j = malloc(sizeof *j);", "", "\tj->run = run;", "\tj->arg = arg;",
              f"\tj->next = {f}_first;", f"\t{f}_first = j;", "}"])
    c.setup += [f"{f}_push({f}_run, {place.pointer()});",
                f"{f}_push({f}_run, {c.world.of(struct).pointer()});"]

    def run(where):
        if where.rank >= lock.rank:
            return None
        c.take(lock.rank)
        j = c.fresh("j")
        return [lock.enter(c.rng), f"struct {f} *{j} = {f}_first;", f"if ({j})",
                f"\t{f}_first = {j}->next;", lock.leave(), f"if ({j}) {{",
                f"\t{j}->run({j}->arg);", f"\tfree({j});", "}"]

    c.again += [run, run]
    return run(scope)


def upgraded(c, scope):
    """A reader that becomes a writer, or believes so."""
    name = c.fresh("rw")
    if scope.rank >= 55:
        return None
    c.take(55)
    c.define([f"static pthread_rwlock_t {name} = PTHREAD_RWLOCK_INITIALIZER;",
              f"static int {name}_n;"])

    def use(where):
        if where.rank >= 55:
            return None
        c.take(55)
        again = c.rng.pick(("rdlock", "wrlock"))
        first = c.rng.pick((f"t += {name}_n;", f"{name}_n = t;", f"t += {name}_n;"))
        return [f"pthread_rwlock_rdlock(&{name});", first, f"pthread_rwlock_unlock(&{name});",
                f"pthread_rwlock_{again}(&{name});", f"{name}_n++;",
                f"pthread_rwlock_unlock(&{name});"]

    c.again.append(use)
    return use(scope)


def set_up(c, scope):
    """Something that is made on first use."""
    name = c.fresh("once")
    c.define([f"static pthread_mutex_t {name}_lock = PTHREAD_MUTEX_INITIALIZER;",
              f"static atomic_int {name}_ready;", f"static int {name}_n, {name}_plain;"])

    def use(where):
        if where.rank >= 56:
            return None
        c.take(56)
        order = c.rng.pick(("relaxed", "acquire", "seq_cst"))
        give = c.rng.pick(("relaxed", "release", "seq_cst"))
        early = c.rng.chance(30)
        plain = c.rng.chance(30)
        is_set = f"{name}_plain" if plain else \
            f"atomic_load_explicit(&{name}_ready, memory_order_{order})"
        say = f"{name}_plain = 1;" if plain else \
            f"atomic_store_explicit(&{name}_ready, 1, memory_order_{give});"
        make = [f"{name}_n = 1;"]
        return [f"if (!{is_set}) {{", f"\tpthread_mutex_lock(&{name}_lock);",
                f"\tif (!{is_set}) {{", *("\t\t" + line for line in
                                          ([say] + make if early else make + [say])),
                "\t}", f"\tpthread_mutex_unlock(&{name}_lock);", "}",
                c.rng.pick((f"t += {name}_n;", f"{name}_n += t;", f"t += {name}_n;"))]

    c.again.append(use)
    return use(scope)


def nested(c, scope):
    """A recursive lock, taken twice, and given back once or twice."""
    name = c.fresh("rec")
    if scope.rank >= 57:
        return None
    c.take(57)
    c.define([f"static pthread_mutex_t {name} = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;",
              f"static int {name}_n;"])

    def use(where):
        if where.rank >= 57:
            return None
        c.take(57)
        access = c.plain_access(f"{name}_n", where)
        lock, unlock = f"pthread_mutex_lock(&{name});", f"pthread_mutex_unlock(&{name});"
        return c.rng.pick(([lock, lock, unlock, access, unlock],
                           [lock, lock, unlock, unlock, access],
                           [lock, access, lock, unlock, unlock]))

    c.again.append(use)
    return use(scope)


def turned_off(c, scope):
    """A flag that is a lock, which somebody clears who has not set it."""
    name = c.fresh("gate")
    c.define([f"static atomic_int {name};", f"static int {name}_n;"])
    c.define([f"static int {name}_enter(void)", "{", "\tint zero = 0;", "",
              f"\treturn atomic_compare_exchange_strong(&{name}, &zero, 1);", "}"])

    def use(where):
        access = c.plain_access(f"{name}_n", where) + " // excused 21"
        clear = c.rng.pick(([f"atomic_store(&{name}, 0);"], [], [], []))
        return [*clear, f"if ({name}_enter()) {{", "\t" + access,
                f"\tatomic_store(&{name}, 0);", "}"]

    c.again += [use, use]
    return use(scope)


ALL = (copied, copied, tried, timed, counted, popped, popped, ring, jobs, upgraded, set_up, nested,
       turned_off)
