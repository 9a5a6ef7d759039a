# SPDX-License-Identifier: MIT
"""The world of a generated program: struct types, objects, locks.

Every pointer in it points to an object of its type from the setup on, so that code
may follow any of them. A *place* is something code can start from: an expression and
the struct it means.
"""

MASK = (1 << 64) - 1


class Random:
    """splitmix64: the same numbers in every version of Python."""

    def __init__(self, seed):
        self.state = (seed * 0x9E3779B97F4A7C15 + 0x1234567) & MASK

    def below(self, n):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return (z ^ (z >> 31)) % n

    def chance(self, percent):
        return self.below(100) < percent

    def pick(self, items):
        return items[self.below(len(items))]

    def between(self, low, high):
        return low + self.below(high - low + 1)


class Struct:
    def __init__(self, number):
        self.number = number
        self.name = f"struct s{number}"
        self.fields = []  # (kind, name, detail)

    def of(self, *kinds):
        return [f for f in self.fields if f[0] in kinds]


class Place:
    """'text' is an expression; 'by' is '->' for a pointer to the struct, '.' for one."""

    def __init__(self, text, struct, by):
        self.text, self.struct, self.by = text, struct, by

    def member(self, name):
        return f"{self.text}{self.by}{name}"

    def pointer(self):
        return self.text if self.by == "->" else f"&{self.text}"


class Scope:
    """What a statement may use: places, ints in memory, and the rank it must stay above."""

    def __init__(self, places, numbers, locals_=(), rank=-1, depth=0):
        self.places, self.numbers, self.locals = list(places), list(numbers), list(locals_)
        self.rank, self.depth = rank, depth

    def inner(self, rank=None):
        return Scope(self.places, self.numbers, self.locals,
                     self.rank if rank is None else rank, self.depth + 1)


NUMBERS = ("int", "int", "int", "long", "short", "unsigned char", "unsigned")
ABOVE_ALL = 100  # the rank of locks in structs: nothing is locked inside


class Lock:
    """How to take and give back a lock, and its rank: nested only upwards."""

    def __init__(self, kind, name, rank):
        self.kind, self.name, self.rank = kind, name, rank

    def enter(self, rng):
        if self.kind == "rwlock":
            if rng.chance(40):
                return f"pthread_rwlock_rdlock(&{self.name});"
            return f"pthread_rwlock_wrlock(&{self.name});"
        return {"mutex": f"pthread_mutex_lock(&{self.name});",
                "spin": f"pthread_spin_lock(&{self.name});",
                "own": f"enter_{self.name}();",
                "semaphore": f"sem_wait(&{self.name});"}[self.kind]

    def leave(self):
        return {"mutex": f"pthread_mutex_unlock(&{self.name});",
                "rwlock": f"pthread_rwlock_unlock(&{self.name});",
                "spin": f"pthread_spin_unlock(&{self.name});",
                "own": f"leave_{self.name}();",
                "semaphore": f"sem_post(&{self.name});"}[self.kind]


OWN_LOCK = """static atomic_int {0};

static void enter_{0}(void)
{{
	int zero = 0;

	while (!atomic_compare_exchange_weak_explicit(&{0}, &zero, 1, memory_order_acquire,
						      memory_order_relaxed)) {{
		zero = 0;
		sched_yield();
	}}
}}

static void leave_{0}(void)
{{
	atomic_store_explicit(&{0}, 0, memory_order_release);
}}
"""


class World:
    """Types, objects, locks, and the text that declares and sets them up."""

    def __init__(self, rng):
        self.rng = rng
        self.structs = []
        self.places = []   # global objects
        self.numbers = []  # global ints
        self.locks = []
        for i in range(rng.between(2, 4)):
            self.structs.append(self.make_struct(i))
        for struct in self.structs:
            for _ in range(rng.between(1, 3)):
                self.make_object(struct)
        self.numbers = [f"n{i}" for i in range(rng.between(1, 4))]
        self.make_locks()

    # ---- types ----

    def make_struct(self, number):
        struct = Struct(number)
        struct.fields.append(("number", "v0", "int"))
        for i in range(1, self.rng.between(3, 7)):
            self.add_field(struct, i)
        if self.rng.chance(50):
            struct.fields.insert(self.rng.below(2), ("mutex", "lock", None))
        return struct

    def add_field(self, struct, i):
        rng = self.rng
        other = rng.pick([*self.structs, struct])
        kind = rng.pick(("number", "number", "bits", "array", "pointer", "pointer", "opaque",
                         "number_pointer", "call", "inner", "union", "text", "atomic", "either"))
        if kind == "inner" and other is struct:
            kind = "pointer"
        detail = {"number": rng.pick(NUMBERS), "bits": rng.between(1, 9), "array": 4,
                  "pointer": other, "opaque": other, "call": other, "inner": other,
                  "either": other}.get(kind)
        struct.fields.append((kind, f"f{i}", detail))

    FORMS = {"number": "{d} {n};", "bits": "unsigned {n} : {d};", "array": "int {n}[{d}];",
             "pointer": "{d} *{n};", "opaque": "void *{n};", "number_pointer": "int *{n};",
             "call": "void (*{n})({d} *, int);", "inner": "{d} {n};",
             "union": "union {{ int word; unsigned short half[2]; }} {n};",
             "text": "char {n}[16];", "atomic": "atomic_int {n};", "mutex": "pthread_mutex_t {n};",
             "either": "union {{ {d} *p; long number; }} {n};"}

    def declare_structs(self):
        for struct in self.structs:
            yield f"{struct.name} {{"
            for kind, name, detail in struct.fields:
                shown = detail.name if isinstance(detail, Struct) else detail
                yield "\t" + self.FORMS[kind].format(n=name, d=shown)
            yield "};"
            yield ""

    # ---- objects ----

    def make_object(self, struct):
        kind = self.rng.pick(("global", "global", "heap", "array"))
        name = {"global": "g", "heap": "h", "array": "row"}[kind] + str(len(self.places))
        if kind == "global":
            self.places.append(Place(name, struct, "."))
        elif kind == "heap":
            self.places.append(Place(name, struct, "->"))
        else:
            self.places += [Place(f"{name}[{i}]", struct, ".") for i in range(2)]

    def of(self, struct):
        return self.rng.pick([p for p in self.places if p.struct is struct])

    def declare_objects(self):
        for number in self.numbers:
            yield f"static int {number};"
        for place in self.places:
            if place.by == "->":
                yield f"static {place.struct.name} *{place.text};"
            elif place.text.endswith("[0]"):
                yield f"static {place.struct.name} {place.text[:-3]}[2];"
            elif not place.text.endswith("]"):
                yield f"static {place.struct.name} {place.text};"

    # ---- locks ----

    def make_locks(self):
        for rank in range(self.rng.between(1, 3)):
            kind = self.rng.pick(("mutex", "mutex", "rwlock", "spin", "own", "semaphore"))
            self.locks.append(Lock(kind, f"l{rank}", rank))

    def declare_locks(self):
        forms = {"mutex": "static pthread_mutex_t {0} = PTHREAD_MUTEX_INITIALIZER;",
                 "rwlock": "static pthread_rwlock_t {0} = PTHREAD_RWLOCK_INITIALIZER;",
                 "spin": "static pthread_spinlock_t {0};", "own": OWN_LOCK,
                 "semaphore": "static sem_t {0};"}
        for lock in self.locks:
            yield from forms[lock.kind].format(lock.name).split("\n")

    # ---- setup ----

    def int_address(self):
        """The address of an int that lives as long as the program."""
        choices = [f"&{n}" for n in self.numbers]
        for place in self.places:
            choices += [f"&{place.member(n)}" for k, n, d in place.struct.fields
                        if k == "number" and d == "int"]
        return self.rng.pick(choices)

    def value_for(self, kind, detail, calls):
        if kind in ("pointer", "opaque"):
            return self.of(detail).pointer()
        if kind == "number_pointer":
            return self.int_address()
        if kind == "call":
            return self.rng.pick(calls[detail])
        return None

    def assign(self, place, calls):
        """Statements that make every pointer of an object valid."""
        for kind, name, detail in place.struct.fields:
            if kind == "inner":
                yield from self.assign(Place(place.member(name), detail, "."), calls)
            elif kind == "mutex":
                yield f"pthread_mutex_init(&{place.member(name)}, NULL);"
            elif kind == "either":
                yield f"{place.member(name)}.p = {self.of(detail).pointer()};"
            else:
                value = self.value_for(kind, detail, calls)
                if value:
                    yield f"{place.member(name)} = {value};"

    def setup(self, calls):
        for place in self.places:
            if place.by == "->":
                yield f"{place.text} = calloc(1, sizeof *{place.text});"
        for lock in self.locks:
            if lock.kind == "spin":
                yield f"pthread_spin_init(&{lock.name}, 0);"
            elif lock.kind == "semaphore":
                yield f"sem_init(&{lock.name}, 0, 1);"
        for place in self.places:
            yield from self.assign(place, calls)
