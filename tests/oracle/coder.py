# SPDX-License-Identifier: MIT
"""Functions of a generated program: statements drawn from what is in scope.

A line holds at most one access to shared memory and no two accesses of different kind, so
that a pair of lines names a pair of accesses. Loops and recursions are bounded; locks are
nested only upwards in rank, so nothing waits for ever.
"""
import claims
import gadgets
import shapes
from world import ABOVE_ALL, Lock, Place, Scope

DEAREST = 200  # the cost of a call, at most


class Function:
    def __init__(self, name, parameters, result, rank, cost):
        self.name, self.parameters, self.result = name, parameters, result
        self.rank = rank  # the lowest lock that it takes
        self.cost = cost  # statements that a call executes, about


def indent(lines):
    return ["\t" + line if line else line for line in lines]


class Coder:
    """Writes functions into 'self.text'; callees come first."""

    def __init__(self, rng, world):
        self.rng, self.world = rng, world
        self.functions = []
        self.calls = {s: [] for s in world.structs}  # what a 'call' member may hold
        self.call_rank = {s: ABOVE_ALL + 1 for s in world.structs}
        self.text = []
        self.count = 0
        self.again = []      # scope -> statements: other uses of what gadgets have made
        self.setup = []      # statements of gadgets, before any thread
        self.lowest = self.cost = 0  # of the function that is being written
        self.times = 1       # that the statement at hand is executed in it
        self.members = False # calls through members of objects are allowed

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def define(self, lines):
        self.text += [*lines, ""]

    # ---- places ----

    def step(self, place):
        """One step along a member that leads to a struct, or None."""
        links = place.struct.of("pointer", "opaque", "inner", "either")
        if not links:
            return None
        kind, name, target = self.rng.pick(links)
        member = place.member(name)
        if kind == "inner":
            return Place(member, target, ".")
        if kind == "opaque":
            return Place(f"(({target.name} *){member})", target, "->")
        return Place(member + (".p" if kind == "either" else ""), target, "->")

    def place(self, scope):
        found = self.rng.pick(scope.places)
        for _ in range(self.rng.pick((0, 0, 0, 1, 1, 2, 3))):
            found = self.step(found) or found
        return found

    def place_of(self, scope, struct):
        """A place of this struct: in scope if there is one nearby, else a global."""
        for _ in range(4):
            found = self.place(scope)
            if found.struct is struct:
                return found
        near = [p for p in scope.places if p.struct is struct]
        return self.rng.pick(near) if near else self.world.of(struct)

    def number(self, scope):
        """An int in memory."""
        if scope.numbers and self.rng.chance(30):
            return self.rng.pick(scope.numbers)
        place = self.place(scope)
        choices = [place.member(n) for k, n, d in place.struct.fields
                   if k == "number" and d == "int"]
        choices += [f"{place.member(n)}[{self.index(scope)}]"
                    for _, n, _ in place.struct.of("array")]
        choices += [f"*{place.member(n)}" for _, n, _ in place.struct.of("number_pointer")]
        return self.rng.pick(choices)

    def index(self, scope):
        return self.rng.pick(("0", "1", "2", f"{self.local(scope)} & 3"))

    def local(self, scope):
        return self.rng.pick([*scope.locals, "t"])

    def value(self, scope):
        return self.rng.pick((str(self.rng.between(1, 9)), self.local(scope),
                              f"{self.local(scope)} + 1"))

    # ---- accesses ----

    def access(self, scope):
        place = self.place(scope)
        kinds = place.struct.of("number", "number", "bits", "array", "union", "text", "atomic")
        if self.rng.chance(25) or not kinds:
            return [self.plain_access(self.number(scope), scope)]
        kind, name, _ = self.rng.pick(kinds)
        member = place.member(name)
        if kind == "array":
            member = f"{member}[{self.index(scope)}]"
        elif kind == "union":
            member += self.rng.pick((".word", ".half[0]", ".half[1]"))
        elif kind == "text":
            return [self.text_access(member, scope)]
        elif kind == "atomic":
            return [self.atomic_access(member, scope)]
        return [self.plain_access(member, scope)]

    def plain_access(self, member, scope):
        value = self.value(scope)
        return self.rng.pick((f"{member} = {value};", f"{member} += {value};", f"({member})++;",
                              f"t += {member};", f"t ^= {member};"))

    def atomic_access(self, member, scope):
        order = self.rng.pick(("relaxed", "acq_rel", "seq_cst"))
        value = self.value(scope)
        return self.rng.pick((
            f"atomic_fetch_add_explicit(&{member}, {value}, memory_order_{order});",
            f"t += atomic_load_explicit(&{member}, memory_order_acquire);",
            f"t += atomic_load_explicit(&{member}, memory_order_relaxed);",
            f"atomic_store_explicit(&{member}, {value}, memory_order_release);",
            f"atomic_exchange(&{member}, {value});"))

    def text_access(self, member, scope):
        value = self.value(scope)
        return self.rng.pick((
            f'snprintf({member}, 16, "%d", {value});', f'strcpy({member}, "abc");',
            f'memcpy({member}, "0123456789", 11);', f"memset({member}, 0, 8);",
            f"{member}[3] = 'x';", f"t += (int)strlen({member});", f"t += {member}[1];",
            f"t += atoi({member});", f'sprintf({member} + 2, "%s", "uv");',
            f'sscanf("17", "%5s", {member});', f't += strcmp({member}, "abd");'))

    # ---- statements ----

    def block(self, scope, low, high):
        lines = []
        for _ in range(self.rng.between(low, high)):
            lines += self.statement(scope)
        return lines

    def statement(self, scope):
        self.cost += self.times
        simple = [self.access] * 8 + [self.declare] * 2
        nested = [self.branch, self.loop, self.switch, self.guarded, self.guarded, self.attempt,
                  self.jump]
        calls = [self.call] * 5 + [self.call_member] * 2
        more = [self.gadget] * 4
        kinds = simple + calls + more + (nested if scope.depth < 3 else [])
        lines = self.rng.pick(kinds)(scope)
        return lines if lines else self.access(scope)

    def condition(self, scope):
        local = self.local(scope)
        shared = self.number(scope)
        return self.rng.pick((f"{local} & 1", f"{local} >= 0", f"{local} != 3", f"{shared} < 9",
                              f"{local} > 100"))

    def braces(self, head, scope, rank=None):
        return [head + " {", *indent(self.block(scope.inner(rank), 1, 2)), "}"]

    def branch(self, scope):
        lines = self.braces(f"if ({self.condition(scope)})", scope)
        if self.rng.chance(50):
            lines[-1:] = self.braces("} else", scope)
        return lines

    def loop(self, scope):
        i = self.fresh("i")
        inner = scope.inner()
        inner.locals.append(i)
        rounds = self.rng.between(1, 3)
        self.times *= rounds
        body = indent(self.block(inner, 1, 2))
        self.times //= rounds
        return [f"for (int {i} = 0; {i} < {rounds}; {i}++) {{", *body, "}"]

    def switch(self, scope):
        lines = [f"switch ({self.local(scope)} & 3) {{"]
        for i in range(self.rng.between(1, 3)):
            lines += [f"case {i}:", *indent(self.block(scope.inner(), 1, 1)),
                      "\tbreak;" if self.rng.chance(70) else "\t/* fallthrough */;"]
        return [*lines, "default:", *indent(self.block(scope.inner(), 1, 1)), "}"]

    def jump(self, scope):
        label = self.fresh("out")
        return [f"if ({self.local(scope)} == {self.rng.below(3)})", f"\tgoto {label};",
                "{", *indent(self.block(scope.inner(), 1, 2)), "}", f"{label}:;"]

    def take(self, rank):
        self.lowest = min(self.lowest, rank)

    def lock_for(self, scope):
        place = self.place(scope)
        if place.struct.of("mutex") and self.rng.chance(60):
            lock = Lock("mutex", place.member("lock"), ABOVE_ALL)
        else:
            lock = self.rng.pick(self.world.locks)
        return lock if lock.rank > scope.rank else None

    def guarded(self, scope):
        lock = self.lock_for(scope)
        if not lock:
            return None
        self.take(lock.rank)
        return [lock.enter(self.rng), "{",
                *indent(self.block(scope.inner(lock.rank), 1, 3)), "}", lock.leave()]

    def attempt(self, scope):
        """trylock, its result tested at once or later"""
        locks = [m for m in self.world.locks if m.kind == "mutex" and m.rank > scope.rank]
        if not locks:
            return None
        lock = self.rng.pick(locks)
        self.take(lock.rank)
        body = indent(self.block(scope.inner(lock.rank), 1, 2))
        if self.rng.chance(50):
            return [f"if (pthread_mutex_trylock(&{lock.name}) == 0) {{", *body,
                    "\t" + lock.leave(), "}"]
        got = self.fresh("got")
        return [f"int {got} = pthread_mutex_trylock(&{lock.name});", "{", *body, "}",
                f"if (!{got})", "\t" + lock.leave()]

    def declare(self, scope):
        place = self.place(scope)
        name = self.fresh("p")
        if self.rng.chance(25):
            number = self.number(scope)
            scope.numbers.append(f"*{name}")
            return [f"int *{name} = &{number};"]
        scope.places.append(Place(name, place.struct, "->"))
        return [f"{place.struct.name} *{name} = {place.pointer()};"]

    # ---- calls ----

    def argument(self, parameter, scope):
        kind, detail = parameter
        if kind in ("pointer", "opaque"):
            return self.place_of(scope, detail).pointer()
        if kind == "number_pointer":
            return "&" + self.number(scope)
        return self.local(scope)

    def call(self, scope):
        usable = [f for f in self.functions
                  if f.rank > scope.rank and f.cost * self.times <= DEAREST]
        if not usable:
            return None
        f = self.rng.pick(usable[-8:])
        self.take(f.rank)
        self.cost += f.cost * self.times
        text = f"{f.name}({', '.join(self.argument(p, scope) for p in f.parameters)})"
        if f.result is None:
            return [text + ";"]
        name = self.fresh("r")
        scope.places.append(Place(name, f.result, "->"))
        return [f"{f.result.name} *{name} = {text};"]

    def call_member(self, scope):
        place = self.place(scope)
        calls = [(n, d) for k, n, d in place.struct.of("call")
                 if self.calls[d] and self.call_rank[d] > scope.rank]
        if not calls or not self.members:
            return None
        name, struct = self.rng.pick(calls)
        self.take(self.call_rank[struct])
        target = self.place_of(scope, struct).pointer()
        return [f"{place.member(name)}({target}, {self.local(scope)});"]

    def gadget(self, scope):
        """A new one, or another use of what an earlier one has made."""
        if self.again and self.rng.chance(40):
            return self.rng.pick(self.again)(scope)
        return self.rng.pick(gadgets.ALL + claims.ALL + shapes.ALL)(self, scope)

    # ---- functions ----

    def parameters(self):
        """(kind, detail), declarations, and the places and ints that they give."""
        kinds, declared, places, numbers = [], [], [], []
        for i in range(self.rng.between(1, 3)):
            kind = self.rng.pick(("pointer", "pointer", "opaque", "number_pointer", "number"))
            struct = self.rng.pick(self.world.structs)
            name = f"a{i}"
            kinds.append((kind, struct))
            if kind == "pointer":
                declared.append(f"{struct.name} *{name}")
                places += [Place(name, struct, "->")] * 3
            elif kind == "opaque":
                declared.append(f"void *{name}")
                places += [Place(f"(({struct.name} *){name})", struct, "->")] * 2
            elif kind == "number_pointer":
                declared.append(f"int *{name}")
                numbers += [f"*{name}"] * 2
            else:
                declared.append(f"int {name}")
        return kinds, declared, places, numbers

    def body(self, places, numbers, locals_, low, high):
        """Statements, with globals in scope beside the parameters."""
        scope = Scope([*places, *self.some_globals(len(places))],
                      [*numbers, *self.world.numbers], locals_)
        lines = self.block(scope, low, high)
        return ["int t = 1;" if not locals_ else f"int t = {locals_[0]};", "", *lines,
                "use(t);"], scope

    def some_globals(self, already):
        globals_ = self.world.places
        return globals_ if not already else [self.rng.pick(globals_)]

    def helper(self, many=None):
        name = self.fresh("f")
        self.lowest, self.cost = ABOVE_ALL + 1, 0
        kinds, declared, places, numbers = self.parameters()
        locals_ = [d.split()[-1] for d in declared if d.startswith("int a")]
        low, high = many or (2, 5)
        lines, scope = self.body(places, numbers, locals_, low, high)
        result = None
        if self.rng.chance(25):
            place = self.place(scope)
            result = place.struct
            lines.append(f"return {place.pointer()};")
        head = f"static {result.name + ' *' if result else 'void '}{name}({', '.join(declared)})"
        self.define([head, "{", *indent(lines), "}"])
        self.functions.append(Function(name, kinds, result, self.lowest, self.cost))

    def member_function(self, struct):
        """One that 'call' members of objects may hold: no further calls through members."""
        name = self.fresh("m")
        self.lowest, self.cost = ABOVE_ALL + 1, 0
        lines, _ = self.body([Place("a0", struct, "->")] * 3, [], ["a1"], 1, 3)
        self.define([f"static void {name}({struct.name} *a0, int a1)", "{", *indent(lines), "}"])
        self.calls[struct].append(name)
        self.call_rank[struct] = min(self.call_rank[struct], self.lowest)

    def recursive(self):
        """Along a link of the struct to itself, a few steps deep."""
        chosen = [(s, f) for s in self.world.structs for f in s.of("pointer") if f[2] is s]
        if not chosen:
            return
        struct, field = self.rng.pick(chosen)
        name = self.fresh("walk")
        self.lowest, self.cost = ABOVE_ALL + 1, 0
        lines, _ = self.body([Place("a0", struct, "->")] * 3, [], ["a1"], 1, 2)
        again = [f"if ((a1 & 3) > 0)", f"\t{name}(a0->{field[1]}, (a1 & 3) - 1);"]
        self.define([f"static void {name}({struct.name} *a0, int a1)", "{", *indent(lines),
                     *indent(again), "}"])
        kinds = [("pointer", struct), ("number", None)]
        self.functions.append(Function(name, kinds, None, self.lowest, self.cost * 4))
