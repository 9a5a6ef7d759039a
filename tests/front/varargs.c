// FLAGS: -target x86_64-pc-linux-gnu
// Variable arguments.
typedef __builtin_va_list va_list;
int out(const char *, va_list);

int sum(int n, ...)
{
	va_list ap, copy;
	__builtin_va_start(ap, n);
	__builtin_va_copy(copy, ap);
	int s = 0;
	while (n--)
		s += __builtin_va_arg(ap, int);
	s += *__builtin_va_arg(copy, int *);
	__builtin_va_end(copy);
	__builtin_va_end(ap);
	return s;
}

int print(const char *format, ...)
{
	va_list ap;
	__builtin_va_start(ap, format);
	int n = out(format, ap);
	__builtin_va_end(ap);
	return n + sum(2, 1, 2);
}
