// FLAGS: -target x86_64-pc-linux-gnu
// Copies of memory: struct assignment, by-value arguments and results.
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);

struct large {
	long a[5];
	void *p;
};
struct small {
	int *p;
	long n;
};
struct large global;

void copies(char *to, const char *from, unsigned long n)
{
	memcpy(to, from, n);
	memmove(to, from, 8);
	memset(to, 0xff, n);
	__builtin_memcpy_inline(to, from, 4);
	__builtin_memset_inline(to, 1, 4);
}

struct large assign(struct large *a)
{
	struct large local = *a;
	local.a[2] = 1;
	global = local;
	*a = (struct large){.p = &global};
	return local;
}

long take_large(struct large l)
{
	l.a[0]++;
	return l.a[1];
}

long take_small(struct small s)
{
	return *s.p + s.n;
}

struct small give_small(int *p)
{
	return (struct small){p, 2};
}

long pass(struct large *a, int *p)
{
	struct small s = give_small(p);
	return take_large(*a) + take_small(s) + assign(a).a[3];
}
