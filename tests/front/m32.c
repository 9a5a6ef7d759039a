// FLAGS: -target x86_64-pc-linux-gnu -m32
// A 32-bit target: sizes and offsets of its data layout.
typedef __builtin_va_list va_list;
struct node {
	struct node *next;
	long n;
	long long wide;
	double d;
	void (*call)(struct node);
	char tail[3];
};
struct node list[2] = {{&list[1], 1, 2, 3.0, 0, ""}, {.wide = -1}};

long long walk(struct node *p, unsigned i)
{
	long long sum = 0;
	for (; p; p = p->next)
		sum += p->wide + p[i].tail[2];
	list[i].call(list[1]);
	return sum;
}

int last(int n, ...)
{
	va_list ap;
	__builtin_va_start(ap, n);
	int x = __builtin_va_arg(ap, int);
	__builtin_va_end(ap);
	return x;
}
