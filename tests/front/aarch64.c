// FLAGS: -target aarch64-linux-gnu
// Another architecture: arguments and variable arguments are passed differently.
typedef __builtin_va_list va_list;
struct large {
	long a[6];
};
struct small {
	int *p;
	int n;
};
int shared;

long take(struct large l, struct small s)
{
	return l.a[2] + *s.p + s.n;
}

long pass(struct large *l, long double q)
{
	return take(*l, (struct small){&shared, 3}) + (long)q;
}

int sum(int n, ...)
{
	va_list ap;
	__builtin_va_start(ap, n);
	int x = __builtin_va_arg(ap, int);
	__builtin_va_end(ap);
	__asm__ volatile("dmb ish" ::: "memory");
	return __atomic_fetch_add(&shared, x, __ATOMIC_SEQ_CST);
}
