// FLAGS: -target x86_64-pc-linux-gnu
// An inlined position knows the call it came from.
static inline __attribute__((always_inline)) int inner(int *p)
{
	return *p;
}

static inline __attribute__((always_inline)) int outer(int *p)
{
	int one = inner(p);
	return one + inner(p + 1);
}

int top(int *p)
{
	return outer(p);
}
