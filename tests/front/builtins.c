// FLAGS: -target x86_64-pc-linux-gnu
// Builtins that become intrinsics.
_Bool overflow(int a, int b, int *out)
{
	return __builtin_add_overflow(a, b, out) || __builtin_mul_overflow(*out, b, out);
}

int bits(unsigned x, unsigned long y)
{
	return __builtin_popcount(x) + __builtin_clzl(y) + __builtin_ctz(x) +
	       (int)__builtin_bswap32(x);
}

double maths(double x)
{
	return __builtin_fabs(x) + __builtin_sqrt(x) + __builtin_fma(x, x, x);
}

int hints(int *p)
{
	__builtin_prefetch(p);
	__builtin_assume(p != 0);
	if (__builtin_expect(*p, 0))
		return 1;
	if (__builtin_expect_with_probability(*p, 1, 0.9))
		__builtin_trap();
	if (*p == 7)
		__builtin_unreachable();
	return __builtin_constant_p(*p) + (int)__builtin_object_size(p, 0);
}

void *addresses(void)
{
	return (char *)__builtin_return_address(0) + (long)__builtin_frame_address(0);
}

char *stack(unsigned n)
{
	char *p = __builtin_alloca(n);
	int vla[n + 1];
	vla[n] = 1;
	p[vla[0]] = 2;
	return p;
}

int annotated(int *p)
{
	int x __attribute__((annotate("mine"))) = *p;
	return __builtin_annotation(x, "there");
}

unsigned long long cycles(void)
{
	__builtin_ia32_pause();
	return __builtin_readcyclecounter();
}
