# SPDX-License-Identifier: MIT
"""Gadgets around what chequer takes for a proof: that code is dead, that a lock is held, that
memory belongs to one thread. Each is drawn in forms that hold and in forms that do not.
"""
from gadgets import anywhere, inside, pointed, touch


def some_lock(c, scope):
    locks = [m for m in c.world.locks if m.rank > scope.rank]
    return c.rng.pick(locks) if locks else None


# ---- code that is reached ----

SETTINGS = (  # (declaration, statements of the setup, condition)
    ("static int {0};", ["{0} = 1;"], "{0} == 1"),
    ("static int {0};", ["int *{0}_at = &{0};", "*{0}_at = 3;"], "{0} > 2"),
    ("static int {0};", ['sscanf("5", "%d", &{0});'], "{0}"),
    ("static int {0} = -1;", ["memset(&{0}, 0, sizeof {0});"], "!{0}"),
    ("static unsigned char {0};", ["{0} = 200;"], "{0} >= 128"),
    ("static struct {{ unsigned a : 3, b : 5; }} {0};", ["{0}.b = 9;"], "{0}.b & 8"),
    ("static union {{ long l; int i[2]; }} {0};", ["{0}.l = 1L << 33;"], "{0}.i[1]"),
    ("static int {0}[4];", ["for (int i = 0; i < 4; i++)", "\t{0}[i] = i;"], "{0}[3] == 3"),
    ("static int {0}[4];", ["memcpy({0}, (int[4]){{0, 7, 0, 0}}, sizeof {0});"], "{0}[1]"),
    ("static char {0}[8];", ['strcpy({0}, "on");'], "{0}[1] == 'n'"),
    ("static char {0}[8];", ['snprintf({0}, sizeof {0}, "%d", 42);'], 'strcmp({0}, "42") == 0'),
    ("static const char *{0};", ['{0} = "yes";'], "{0} && *{0} == 'y'"),
    ("static void *{0};", ["{0} = malloc(1);"], "{0}"),
    ("static struct {{ int n; struct {{ short m; }} in; }} {0}, {0}_from = {{1, {{2}}}};",
     ["{0} = {0}_from;"], "{0}.in.m == 2"),
    ("static long {0};", ["{0} = strtol(\"-8\", NULL, 10);"], "{0} < 0"),
    ("static int {0};", ["qsort(&{0}, 1, sizeof {0}, set_up_sorted);", "{0} += 2;"], "{0} >= 2"),
    ("static int {0} = 1;", ["{0}--;", "{0}--;"], "{0} != 0"),
    ("static atomic_int {0};", ["atomic_store(&{0}, 2);"], "atomic_load(&{0}) == 2"),
    ("static int {0};", ["if (read(noise, &{0}, sizeof {0}) > 0)", "\t{0} |= 1;"], "{0} & 1"),
    ("static time_t {0};", ["time(&{0});"], "{0} > 0"),
    ("static int {0}[2] = {{-1, -1}};", ["if (pipe({0}) != 0)", "\tgive_up();"], "{0}[1] >= 0"),
)


def setting(c, scope):
    """What a variable was set to, one way or another, decides."""
    name = c.fresh("mode")
    declaration, setup, condition = c.rng.pick(SETTINGS)
    c.define([declaration.format(name)])
    if c.rng.chance(40):
        c.define([f"static void {name}_init(void)", "{",
                  *("\t" + line.format(name) for line in setup), "}"])
        c.setup.append(f"{name}_init();")
    else:
        c.setup += ["{", *("\t" + line.format(name) for line in setup), "}"]
    test = condition.format(name)

    def use(where):
        return [f"if ({test})", "\t" + c.access(where)[0]]

    c.again.append(use)
    return use(scope)


def hook(c, scope):
    """A pointer to a function that is null at first."""
    place = c.place(scope)
    f = c.fresh("hook")
    c.define([f"static void {f}_run({place.struct.name} *p, int t)", "{",
              "\t" + inside(c, pointed("p", place.struct)), "\tuse(t);", "}"])
    c.define([f"static void (*{f})({place.struct.name} *, int);"])
    c.define([f"static void {f}_set(void (**at)({place.struct.name} *, int))", "{",
              f"\t*at = {f}_run;", "}"])
    c.setup.append(c.rng.pick((f"{f} = {f}_run;", f"{f}_set(&{f});")))
    return [f"if ({f})", f"\t{f}({place.pointer()}, t);"]


def choice(c, scope):
    """A pointer that is one of two."""
    place = c.place(scope)
    other = c.place_of(scope, place.struct)
    name = c.fresh("either")
    inner = pointed(name, place.struct)
    test = c.condition(scope)
    scope.places.append(inner)
    if c.rng.chance(50):
        made = [f"{place.struct.name} *{name} = {test} ? {place.pointer()} : {other.pointer()};"]
    else:
        made = [f"{place.struct.name} *{name} = {place.pointer()};", f"if ({test})",
                f"\t{name} = {other.pointer()};"]
    return [*made, touch(c, inner, scope)]


def made_true(c, scope):
    """Set by another thread while this one waits for it."""
    name = c.fresh("told")
    c.define([f"static atomic_int {name};"])
    return [f"atomic_fetch_add(&{name}, 1);", f"if (atomic_load(&{name}) > 1)",
            "\t" + c.access(scope)[0]]


# ---- locks that may not be held ----


def conditional_lock(c, scope):
    """Taken and given back under a condition; the access may be outside of it."""
    lock = some_lock(c, scope)
    if not lock:
        return None
    c.take(lock.rank)
    local, use = c.local(scope), c.access(scope)[0]
    test = c.rng.pick((f"{local} & 1", f"{local} > 1", f"{local} != 2"))
    name = c.fresh("held")
    middle = [f"if ({name})", "\t" + use] if c.rng.chance(50) else [use]
    return [f"int {name} = {test};", f"if ({name})", "\t" + lock.enter(c.rng), *middle,
            f"if ({name})", "\t" + lock.leave()]


def dropping(c, scope):
    """A callee gives the lock back for a while."""
    lock = some_lock(c, scope)
    if not lock or lock.kind == "rwlock":
        return None
    c.take(lock.rank)
    f, place = c.fresh("pause"), anywhere(c)
    middle = [inside(c, place)] if c.rng.chance(60) else []
    c.define([f"static void {f}(int t)", "{", "\t" + lock.leave(),
              *("\t" + line for line in middle), "\tuse(t);", "\t" + lock.enter(c.rng), "}"])
    return [lock.enter(c.rng), touch(c, place, scope), f"{f}(t);", touch(c, place, scope),
            lock.leave()]


def early_release(c, scope):
    """Given back on one way, and then used."""
    lock = some_lock(c, scope)
    if not lock:
        return None
    c.take(lock.rank)
    done, use = c.fresh("done"), c.access(scope)[0]
    return [lock.enter(c.rng), c.access(scope)[0], f"if ({c.local(scope)} & 1) {{",
            "\t" + lock.leave(), "\t" + use, f"\tgoto {done};", "}", lock.leave(), f"{done}:;"]


def stripes(c, scope):
    """An array of locks and one of data, indexed alike or not."""
    name = c.fresh("stripe")
    c.define([f"static pthread_mutex_t {name}_lock[2] = {{PTHREAD_MUTEX_INITIALIZER,",
              "\tPTHREAD_MUTEX_INITIALIZER};", f"static int {name}[4];"])

    def use(where):
        if where.rank >= 50:
            return None
        c.take(50)
        i = c.fresh("i")
        at = c.rng.pick((f"{i} & 1", f"{i} & 3", f"({i} + 1) & 1", "0"))
        return [f"const int {i} = {c.local(where)};",
                f"pthread_mutex_lock(&{name}_lock[{i} & 1]);",
                c.plain_access(f"{name}[{at}]", where),
                f"pthread_mutex_unlock(&{name}_lock[{i} & 1]);"]

    c.again.append(use)
    return use(scope)


def lock_of_another(c, scope):
    """The lock of one object for the data of another (or the same)."""
    structs = [s for s in c.world.structs if s.of("mutex")]
    if not structs or scope.rank >= 100:
        return None
    c.take(100)
    struct = c.rng.pick(structs)
    place = c.place_of(scope, struct)
    other = c.rng.pick((place, c.place_of(scope, struct)))
    name = c.fresh("lk")
    return [f"pthread_mutex_t *{name} = &{place.member('lock')};",
            f"pthread_mutex_lock({name});", touch(c, other, scope),
            f"pthread_mutex_unlock({name});"]


def two_at_once(c, scope):
    """A semaphore that lets two in."""
    name = c.fresh("two")
    if scope.rank >= 60:
        return None
    c.take(60)
    c.define([f"static sem_t {name};"])
    c.setup.append(f"sem_init(&{name}, 0, {c.rng.between(1, 2)});")
    return [f"sem_wait(&{name});", c.access(scope)[0], f"sem_post(&{name});"]


# ---- memory of one thread ----


def ticket(c, scope):
    """A number that each takes for himself, and what he does with it."""
    name = c.fresh("next")
    c.define([f"static atomic_int {name};", f"static int {name}_of[64];"])

    def use(where):
        i = c.fresh("i")
        at = c.rng.pick((f"{i} & 63", f"{i} & 1", f"({i} + 1) & 63", f"({i} / 2) & 63"))
        return [f"int {i} = atomic_fetch_add(&{name}, 1);",
                c.plain_access(f"{name}_of[{at}]", where)]

    c.again.append(use)
    return use(scope)


def published(c, scope):
    """An object that this thread has made, put where others find it."""
    lock = some_lock(c, scope)
    if not lock or lock.kind in ("rwlock", "own"):
        return None
    c.take(lock.rank)
    name, mine, seen = c.fresh("pub"), c.fresh("mine"), c.fresh("seen")
    c.define([f"struct {name} {{", "\tint n, m;", f"\tstruct {name} *next;", "};"])
    c.define([f"static struct {name} *{name}_top;"])
    after = c.rng.pick(([], [f"{mine}->n++;"], [f"t += {mine}->m;"], [f"{mine}->m = t;"]))
    look = c.rng.pick(([f"t += {seen}->n;"], [f"{seen}->m++;"], [f"{seen}->n = 2;"]))
    return [f"struct {name} *{mine} = calloc(1, sizeof *{mine});", f"{mine}->n = 1; // excused 37",
            lock.enter(c.rng), f"{mine}->next = {name}_top;", f"{name}_top = {mine};",
            lock.leave(), *after,
            lock.enter(c.rng), f"struct {name} *{seen} = {name}_top;",
            f"if ({seen}->next)", f"\t{seen} = {seen}->next;", lock.leave(), *look]


def on_stack(c, scope):
    """A local whose address goes through a global to whoever looks."""
    place = c.place(scope)
    name = c.fresh("cur")
    c.define([f"static _Atomic({place.struct.name} *) {name};"])
    seen = c.fresh("s")
    inner = pointed(seen, place.struct)
    scope.places.append(inner)
    return [f"atomic_store(&{name}, {place.pointer()});",
            f"{place.struct.name} *{seen} = atomic_load(&{name});", touch(c, inner, scope)]


def owner(c, scope):
    """Only the thread that has claimed it goes on."""
    name = c.fresh("owner")
    c.define([f"static atomic_ulong {name};"])
    use = c.access(scope)[0]
    return [f"unsigned long {name}_none = 0;",
            f"if (atomic_compare_exchange_strong(&{name}, &{name}_none, "
            "(unsigned long)pthread_self()))", "\t" + use]


def swapped(c, scope):
    """Two global pointers change places."""
    lock = some_lock(c, scope)
    if not lock:
        return None
    c.take(lock.rank)
    place = anywhere(c)
    other = c.world.of(place.struct)
    name, tmp = c.fresh("front"), c.fresh("tmp")
    kind = place.struct.name
    c.define([f"static {kind} *{name}, *{name}_back;"])
    c.setup += [f"{name} = {place.pointer()};", f"{name}_back = {other.pointer()};"]
    enter = {"rwlock": f"pthread_rwlock_wrlock(&{lock.name});"}.get(lock.kind, lock.enter(c.rng))
    inner = pointed(tmp, place.struct)
    scope.places.append(inner)
    return [enter, f"{kind} *{tmp} = {name};", f"{name} = {name}_back;",
            f"{name}_back = {tmp};", lock.leave(), touch(c, inner, scope)]


ALL = (setting, setting, setting, hook, choice, choice, made_true, conditional_lock, dropping,
       early_release, stripes, lock_of_another, two_at_once, ticket, published, on_stack, owner,
       swapped)
