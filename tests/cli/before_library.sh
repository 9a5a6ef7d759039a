# SPDX-License-Identifier: MIT
# A file that defines a function of a library, and looks up the next one by its name, is loaded
# before libraries into programs that do not know it: it is no definition for who calls that.
. "$ROOT/tests/cli/lib.bash"
entry()
{
	printf '{"directory": "%s", "file": "%s", "command": "cc -c %s"}' "$PWD" "$1" "$1"
}
cat >main.c <<'END'
#include <fcntl.h>
#include <pthread.h>
static void *run(void *a) { open("/dev/null", O_RDONLY); return a; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, run, 0);
	open("/dev/null", O_RDONLY);
	return pthread_join(t, 0);
}
END
cat >helper.c <<'END'
int opened;
int note(void) { return ++opened; }
END
database "$(entry main.c)" "$(entry preload.c)" "$(entry helper.c)"

left_out()
{
	expect 0 -p .
	shows "preload.c: its 'open' stands before that of a library (RTLD_NEXT)"
	hides "data race on"
	quiet
}
# What main.c calls is this one: the race is there.
belongs()
{
	expect 1 -p .
	hides "stands before"
	shows "data race on 'opened'"
}

# by its name; the file that it needs is one that nobody needs
cat >preload.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
int note(void);
static int (*next)(const char *, int);
int open(const char *name, int flags, ...)
{
	if (!next)
		next = (int (*)(const char *, int))dlsym(RTLD_NEXT, "open");
	note();
	return next(name, flags);
}
END
left_out
# files that are named are one program
expect 1 main.c preload.c helper.c
shows "data race on 'opened'"
# and so is a library without a main
expect 0 dump --ir -p . --library
shows "@open("

# by functions that hand on the name, and what says 'the next'
cat >preload.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
int note(void);
static void *from(void *handle, const char *name) { return dlsym(handle, name); }
static void *after(const char *name) { return from(RTLD_NEXT, name); }
int open(const char *name, int flags, ...)
{
	int (*next)(const char *, int) = (int (*)(const char *, int))after("open");
	note();
	return next(name, flags);
}
END
left_out

# from a table
cat >preload.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
int note(void);
static struct { const char *name; void *next; } table[] = {{"close", 0}, {"open", 0}};
static void fill(void)
{
	for (int i = 0; i < 2; i++)
		table[i].next = dlsym(RTLD_NEXT, table[i].name);
}
int open(const char *name, int flags, ...)
{
	fill();
	note();
	return ((int (*)(const char *, int))table[1].next)(name, flags);
}
END
left_out

# Twins. It looks up something else, in front of which it does not stand.
cat >preload.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
int note(void);
int open(const char *name, int flags, ...)
{
	int (*next)(int, const char *, int) =
		(int (*)(int, const char *, int))dlsym(RTLD_NEXT, "openat");
	note();
	return next(-100, name, flags);
}
END
belongs

# Not the next one: any of that name.
cat >preload.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
int note(void);
int open(const char *name, int flags, ...)
{
	void *library = dlopen("libc.so.6", RTLD_NOW);
	note();
	return ((int (*)(const char *, int))dlsym(library, "open"))(name, flags);
}
END
belongs

# The program needs something else of the file, which therefore is in it.
cat >preload.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
int note(void);
int begin_counting(void) { return 0; }
int open(const char *name, int flags, ...)
{
	note();
	return ((int (*)(const char *, int))dlsym(RTLD_NEXT, "open"))(name, flags);
}
END
sed -i 's/^int main(void)/int begin_counting(void);\n&/; s/pthread_t t;/&\n\tbegin_counting();/' main.c
belongs
clean
