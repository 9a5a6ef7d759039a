# SPDX-License-Identifier: MIT
"""Ways in which pointers, values and calls travel in real programs.

Each gadget is called with the coder and the scope; it may define types, variables and
functions, and returns statements for the place at hand. Gadgets that need a lock are in
coder.py; those that are about threads are in program.py. What others may use too is left in
'again'.
"""
from world import Place, Scope


def touch(c, place, scope):
    """An access to a place, or to what it leads to."""
    return c.access(Scope([place], [], scope.locals))[0]


def inside(c, place):
    """The same in another function, whose only local is t."""
    return c.access(Scope([place], []))[0]


def pointed(text, struct):
    return Place(text, struct, "->")


def anywhere(c):
    """A global object: known in every function."""
    return c.world.of(c.rng.pick(c.world.structs))


# ---- memory that library functions fill ----


def filled(c, scope):
    """A message that a library call writes; what it says decides."""
    name, m = c.fresh("msg"), c.fresh("m")
    c.define([f"struct {name} {{", "\tint id;", "\tunsigned char kind;", "\tunsigned flags;",
              "\tlong at[2];", "};"])
    size = f"sizeof {m}"
    fill = c.rng.pick((
        [f"if (read(noise, &{m}, {size}) != (ssize_t){size})", "\tgive_up();"],
        [f"if (pread(noise, &{m}, {size}, 0) != (ssize_t){size})", "\tgive_up();"],
        [f"if (getrandom(&{m}, {size}, 0) < 0)", "\tgive_up();"],
        [f"FILE *in_{m} = fopen(\"/dev/urandom\", \"r\");",
         f"if (fread(&{m}, {size}, 1, in_{m}) != 1)", "\tgive_up();", f"fclose(in_{m});"],
        [f"struct iovec iov_{m} = {{&{m}, {size}}};", f"readv(noise, &iov_{m}, 1);"]))
    test = c.rng.pick((f"{m}.kind != 1", f"{m}.flags > 3", f"{m}.at[1]", f"({m}.id & 7) != 3"))
    use = c.access(scope)[0]
    if c.rng.chance(40):
        use = f"{c.place(scope).member('v0')} += (int){m}.flags;"
    return [f"struct {name} {m};", *fill, f"if ({test})", "\t" + use]


def parsed(c, scope):
    """Numbers that come out of text or the clock."""
    i = c.fresh("x")
    kind = c.rng.below(5)
    if kind == 0:
        get = [f"int {i}[2];", f'sscanf("1 2", "%d %d", &{i}[0], &{i}[1]);', f"int {i}b = {i}[1];"]
    elif kind == 1:
        get = [f"struct timespec {i};", f"clock_gettime(CLOCK_MONOTONIC, &{i});",
               f"int {i}b = {i}.tv_nsec != 1;"]
    elif kind == 2:
        get = [f"char *{i};", f'int {i}b = (int)strtol("7x", &{i}, 10);', f"{i}b += *{i} == 'x';"]
    elif kind == 3:
        get = [f"char {i}[8];", f'snprintf({i}, sizeof {i}, "%d", t | 1);', f"int {i}b = {i}[0];"]
    else:
        get = [f"struct pollfd {i} = {{noise, POLLIN, 0}};", f"poll(&{i}, 1, 0);",
               f"int {i}b = {i}.revents & POLLIN;"]
    return [*get, f"if ({i}b)", "\t" + c.access(scope)[0]]


# ---- pointers through calls ----


def varargs(c, scope):
    """Pointers behind '...', taken one after the other, in a loop or in a helper."""
    place = c.place(scope)
    struct, f = place.struct, c.fresh("va")
    inner = pointed("p", struct)
    form = c.rng.below(3)
    if form == 0:
        body = ["va_start(ap, n);", f"{struct.name} *p = va_arg(ap, {struct.name} *);",
                inside(c, inner), "va_end(ap);"]
    elif form == 1:
        body = ["va_start(ap, n);", "for (int i = 0; i < n; i++) {",
                f"\t{struct.name} *p = va_arg(ap, {struct.name} *);",
                "\t" + inside(c, inner), "}", "va_end(ap);"]
    else:
        c.define([f"static void {f}_list(int t, va_list ap)", "{",
                  f"\t{struct.name} *p = va_arg(ap, {struct.name} *);", "",
                  "\t" + inside(c, inner), "\tuse(t);", "}"])
        body = ["va_start(ap, n);", f"{f}_list(t, ap);", "va_end(ap);"]
    c.define([f"static void {f}(int n, ...)", "{", "\tva_list ap;", "\tint t = n;", "",
              *("\t" + line for line in body), "\tuse(t);", "}"])
    many = c.rng.between(1, 2) if form == 1 else 1
    return [f"{f}({many}, {', '.join([place.pointer()] * many)});"]


def out_parameter(c, scope):
    """A function that stores a pointer where it was told to."""
    place = c.place(scope)
    f, q = c.fresh("get"), c.fresh("q")
    struct = place.struct
    source = c.world.of(struct)
    kind = c.rng.below(3)
    if kind == 0:
        c.define([f"static int {f}({struct.name} **out)", "{", f"\t*out = {source.pointer()};",
                  "\treturn 0;", "}"])
        lines = [f"{struct.name} *{q};", f"{f}(&{q});"]
    elif kind == 1:
        c.define([f"static int {f}({struct.name} **out, {struct.name} *in, int n)", "{",
                  "\tif (n > 100)", "\t\treturn -1;", "\t*out = in;", "\treturn 0;", "}"])
        lines = [f"{struct.name} *{q} = NULL;", f"if ({f}(&{q}, {place.pointer()}, 2) != 0)",
                 "\tgive_up();"]
    else:
        c.define([f"static void {f}(void *out)", "{",
                  f"\t*({struct.name} **)out = {source.pointer()};", "}"])
        lines = [f"{struct.name} *{q};", f"{f}(&{q});"]
    inner = pointed(q, struct)
    scope.places.append(inner)
    return [*lines, touch(c, inner, scope)]


def by_value(c, scope):
    """A struct with a pointer in it: returned, passed or copied as a whole."""
    place = c.place(scope)
    struct, kind, v = place.struct, c.rng.below(5), c.fresh("v")
    box = f"struct box{v}"
    c.define([f"{box} {{", "\tint n;", f"\t{struct.name} *p;", "\tlong pad[2];", "};"])
    inner = pointed(f"{v}.p", struct)
    if kind == 0:
        c.define([f"static {box} make_{v}({struct.name} *p)", "{", f"\t{box} b = {{1, p, {{0, 0}}}};",
                  "", "\treturn b;", "}"])
        lines = [f"{box} {v} = make_{v}({place.pointer()});"]
    elif kind == 1:
        c.define([f"static void take_{v}({box} {v})", "{", "\tint t = 1;", "",
                  "\t" + inside(c, inner), "\tuse(t);", "}"])
        return [f"take_{v}(({box}){{2, {place.pointer()}, {{0, 0}}}});"]
    elif kind == 2:
        lines = [f"{box} {v}a = {{1, {place.pointer()}, {{0, 0}}}};", f"{box} {v};",
                 f"memcpy(&{v}, &{v}a, sizeof {v});"]
    elif kind == 3:
        lines = [f"{box} {v}a[2] = {{{{1, {place.pointer()}, {{0, 0}}}}}};", f"{box} {v};",
                 f"{v}a[1] = {v}a[0];", f"{v} = {v}a[1];"]
    else:
        lines = [f"{box} *{v}h = malloc(sizeof *{v}h);", f"{v}h->p = {place.pointer()};",
                 f"{box} {v} = *{v}h;", f"free({v}h);"]
    scope.places.append(inner)
    return [*lines, touch(c, inner, scope)]


def disguised(c, scope):
    """A pointer as an integer, with a tag, in a union, or by an offset."""
    place = c.place(scope)
    struct, q = place.struct, c.fresh("d")
    kind = c.rng.below(5)
    if kind == 0:
        lines = [f"uintptr_t {q}i = (uintptr_t){place.pointer()} | 1;",
                 f"{struct.name} *{q} = ({struct.name} *)({q}i & ~(uintptr_t)1);"]
    elif kind == 1:
        lines = [f"union {{ {struct.name} *p; void *v; long l; }} {q}u;",
                 f"{q}u.p = {place.pointer()};", f"{struct.name} *{q} = {q}u.v;"]
    elif kind == 2:
        lines = [f"int *{q}i = &{place.member('v0')};",
                 f"{struct.name} *{q} = ({struct.name} *)((char *){q}i - "
                 f"offsetof({struct.name}, v0));"]
    elif kind == 3:
        fields = [n for k, n, d in struct.of("number") if d == "int"]
        c.define([f"static const size_t at_{q}[] = {{",
                  *(f"\toffsetof({struct.name}, {n})," for n in fields), "};"])
        return [f"int *{q} = (int *)((char *){place.pointer()} + "
                f"at_{q}[t > 0 ? {len(fields) - 1} : 0]);", c.plain_access(f"*{q}", scope)]
    else:
        lines = [f"void *{q}v[2] = {{&{q}v, {place.pointer()}}};",
                 f"{struct.name} *{q} = {q}v[1];"]
    inner = pointed(q, struct)
    scope.places.append(inner)
    return [*lines, touch(c, inner, scope)]


# ---- calls through pointers ----


def interface(c, scope):
    """A struct of functions that one function fills for everybody."""
    place = c.place(scope)
    struct, f = place.struct, c.fresh("api")
    inner = pointed("p", struct)
    for name in ("get", "set"):
        c.define([f"static void {f}_{name}({struct.name} *p, int t)", "{",
                  "\t" + inside(c, inner), "\tuse(t);", "}"])
    c.define([f"struct {f} {{", "\tint version;", f"\tvoid (*get)({struct.name} *, int);",
              f"\tvoid (*set)({struct.name} *, int);", "};"])
    c.define([f"static const struct {f} {f}_table = {{1, {f}_get, {f}_set}};"])
    fill = c.rng.pick((["to->get = {0}_get;", "to->set = {0}_set;"],
                       ["memset(to, 0, sizeof *to);", "to->set = {0}_set;", "to->get = {0}_get;"],
                       ["*to = {0}_table;"], ["memcpy(to, &{0}_table, sizeof *to);"]))
    c.define([f"static int {f}_query(struct {f} *to)", "{",
              *("\t" + line.format(f) for line in fill), "\treturn 0;", "}"])
    how = c.rng.pick(("get", "set"))
    if c.rng.chance(50):
        c.define([f"static struct {f} {f}_loaded;"])
        c.setup.append(f"{f}_query(&{f}_loaded);")
        c.again.append(lambda where: [
            f"{f}_loaded.set({c.place_of(where, struct).pointer()}, t);"])
        return [f"{f}_loaded.{how}({place.pointer()}, t);"]
    return [f"struct {f} {f}_here;", f"{f}_query(&{f}_here);",
            f"{f}_here.{how}({place.pointer()}, t);"]


def callback(c, scope):
    """A function and its argument in a list; somebody else runs them."""
    place = anywhere(c)
    struct, f = place.struct, c.fresh("hook")
    inner = pointed("p", struct)
    c.define([f"static void {f}(void *arg)", "{", f"\t{struct.name} *p = arg;", "\tint t = 1;", "",
              "\t" + inside(c, inner), "\tuse(t);", "}"])
    c.define([f"static struct {f}_entry {{", "\tvoid (*run)(void *);", "\tvoid *arg;",
              f"\tstruct {f}_entry *next;", f"}} *{f}_list;"])
    c.define([f"static void {f}_add(void (*run)(void *), void *arg)", "{",
              f"\tstruct {f}_entry *e = malloc(sizeof *e);", "",
              *(("\t*e = (struct %s_entry){run, arg, %s_list};" % (f, f),)
                if c.rng.chance(50) else
                ("\te->run = run;", "\te->arg = arg;", f"\te->next = {f}_list;")),
              f"\t{f}_list = e;", "}"])
    c.setup.append(f"{f}_add({f}, {place.pointer()});")
    return [f"for (struct {f}_entry *e = {f}_list; e; e = e->next)", "\te->run(e->arg);"]


def table(c, scope):
    """An array of functions, indexed."""
    place = c.place(scope)
    struct, f = place.struct, c.fresh("tab")
    inner = pointed("p", struct)
    for i in range(2):
        c.define([f"static int {f}_{i}({struct.name} *p, int t)", "{",
                  "\t" + inside(c, inner), "\treturn t;", "}"])
    const = c.rng.pick(("const ", ""))
    if c.rng.chance(50):
        c.define([f"static int (*{const}{f}[])({struct.name} *, int) = {{{f}_0, {f}_1}};"])
    else:
        c.define([f"static int (*{f}[2])({struct.name} *, int);"])
        c.setup += [f"{f}[0] = {f}_0;", f"{f}[1] = {f}_1;"]
    return [f"t += {f}[{c.rng.pick(('0', '1', 't & 1'))}]({place.pointer()}, 3);"]


def library_callback(c, scope):
    """qsort, bsearch and pthread_once call back."""
    place = anywhere(c)
    f = c.fresh("lib")
    body = ["int t = 1;", "", inside(c, place), "use(t);"]
    if c.rng.chance(60):
        c.define([f"static int {f}(const void *a, const void *b)", "{",
                  *("\t" + line for line in body),
                  "\treturn *(const int *)a - *(const int *)b;", "}"])
        return [f"int {f}_data[2] = {{2, 1}};",
                f"qsort({f}_data, 2, sizeof {f}_data[0], {f});"]
    c.define([f"static void {f}(void)", "{", *("\t" + line for line in body), "}"])
    c.define([f"static pthread_once_t {f}_once = PTHREAD_ONCE_INIT;"])
    return [f"pthread_once(&{f}_once, {f});"]


# ---- memory with a life of its own ----


def static_local(c, scope):
    """A function that keeps what it was given first."""
    place = anywhere(c)
    struct, f, q = place.struct, c.fresh("keep"), c.fresh("k")
    c.define([f"static {struct.name} *{f}(void)", "{", f"\tstatic {struct.name} *kept;", "",
              "\tif (!kept)", f"\t\tkept = {place.pointer()};", "\treturn kept;", "}"])
    c.setup.append(f"{f}();")
    inner = pointed(q, struct)
    scope.places.append(inner)
    return [f"{struct.name} *{q} = {f}();", touch(c, inner, scope)]


def per_thread(c, scope):
    """A thread-local pointer to something common."""
    place = c.place(scope)
    struct, q = place.struct, c.fresh("tls")
    if c.rng.chance(60):
        c.define([f"static _Thread_local {struct.name} *{q};"])
        lines = [f"{q} = {place.pointer()};"]
        inner = pointed(q, struct)
    else:
        c.define([f"static pthread_key_t {q};"])
        c.setup.append(f"pthread_key_create(&{q}, NULL);")
        lines = [f"pthread_setspecific({q}, {place.pointer()});",
                 f"{struct.name} *{q}p = pthread_getspecific({q});"]
        inner = pointed(f"{q}p", struct)
    return [*lines, touch(c, inner, scope)]


def linked_list(c, scope):
    """Nodes that point to objects, pushed at setup, walked here."""
    place = anywhere(c)
    struct, f = place.struct, c.fresh("list")
    c.define([f"struct {f} {{", "\tint n;", f"\tstruct {f} *next;", f"\t{struct.name} *data;",
              "};"])
    c.define([f"static struct {f} *{f}_head;"])
    c.define([f"static void {f}_push(struct {f} **head, {struct.name} *data)", "{",
              f"\tstruct {f} *n = calloc(1, sizeof *n);", "", "\tn->data = data;",
              "\tn->next = *head;", "\t*head = n;", "}"])
    c.setup += [f"{f}_push(&{f}_head, {c.world.of(struct).pointer()});",
                f"{f}_push(&{f}_head, {place.pointer()});"]

    def walk(where):
        inner = pointed("l->data", struct)
        use = c.rng.pick((touch(c, inner, where), "l->n++;", "t += l->n;"))
        return [f"for (struct {f} *l = {f}_head; l; l = l->next)", "\t" + use]

    c.again.append(walk)
    return walk(scope)


def tree(c, scope):
    """A recursive walk over a tree that a recursive function built."""
    f = c.fresh("tree")
    c.define([f"struct {f} {{", f"\tstruct {f} *child[2];", "\tint key, hits;", "};"])
    c.define([f"static struct {f} *{f}_build(int depth)", "{",
              f"\tstruct {f} *n = calloc(1, sizeof *n);", "", "\tn->key = depth;",
              "\tif (depth > 0) {", f"\t\tn->child[0] = {f}_build(depth - 1);",
              f"\t\tn->child[1] = {f}_build(depth - 1);", "\t}", "\treturn n;", "}"])
    c.define([f"static struct {f} *{f}_root;"])
    c.setup.append(f"{f}_root = {f}_build(2);")

    def walk(_):
        w = c.fresh("visit")
        use = c.rng.pick(("n->hits++;", "t += n->hits;", "t += n->key;", "n->key = t;"))
        c.define([f"static void {w}(struct {f} *n, int t)", "{", "\tif (!n)", "\t\treturn;",
                  "\t" + use, f"\t{w}(n->child[0], t);", f"\t{w}(n->child[1], t);",
                  "\tuse(t);", "}"])
        return [f"{w}({f}_root, t);"]

    c.again.append(walk)
    return walk(scope)


def set_jump(c, scope):
    """Back to a setjmp, then on."""
    j = c.fresh("env")
    first, second = c.access(scope)[0], c.access(scope)[0]
    c.define([f"static _Thread_local jmp_buf {j};"])
    return [f"if (setjmp({j}) == 0) {{", "\t" + first, f"\tlongjmp({j}, 1);", "} else {",
            "\t" + second, "}"]


def grown(c, scope):
    """Many accesses in a row to one object."""
    place = c.place(scope)
    struct, f = place.struct, c.fresh("large")
    inner = pointed("p", struct)
    lines = []
    for _ in range(c.rng.pick((20, 40, 80))):
        lines.append("\t" + inside(c, inner))
    c.cost += 20 * c.times
    c.define([f"static void {f}({struct.name} *p)", "{", "\tint t = 1;", "", *lines, "\tuse(t);",
              "}"])
    return [f"{f}({place.pointer()});"]


def block(c, scope):
    """Bytes of a buffer, written by one call and read elsewhere by another."""
    b = c.fresh("buf")
    c.define([f"static char {b}[1024];"])

    def use(_):
        far = c.rng.pick((0, 8, 600, 1000))
        return [c.rng.pick((
            f"memset({b}, 1, sizeof {b});", f"{b}[{far}] = 1;", f"t += {b}[{far}];",
            f"memcpy({b} + 512, {b}, 512);", f"t += memcmp({b}, {b} + 512, 512);",
            f'snprintf({b} + {far}, 16, "%d", t);', f"t += {b}[{far} + (t & 7)];",
            f"memmove({b} + 1, {b}, 1000);", f"t += (int)read(noise, {b}, sizeof {b});"))]

    c.again += [use, use]
    return use(scope)


ALL = (filled, filled, parsed, varargs, varargs, out_parameter, by_value, by_value, disguised,
       disguised, interface, interface, callback, table, library_callback, static_local, per_thread,
       linked_list, tree, set_jump, grown, block)
