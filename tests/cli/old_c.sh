# SPDX-License-Identifier: MIT
# Old C is accepted: implicit int, implicit declarations, K&R definitions.
. "$ROOT/tests/cli/lib.bash"
cat >old.c <<'END'
static x;
extern char *gets();
struct s { int a; };
f(a, b) char *b; { x = a; bar(a); return x + b; }
int g(struct s *s) { int *p = s; p = 5; if (x) return; return p; }
void h() { return 3; }
int (*fp)(int) = h;
main() { printf("%d\n", f(1, "x")); exit(0); }
char *t(void) { return malloc(3); }
END
expect 0 dump --ir old.c
shows "func @f"
shows "func @main"
quiet
clean
