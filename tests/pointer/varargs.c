// SPDX-License-Identifier: MIT
/* Variable arguments are read back only where va_arg reads them; a function that
 * passes them on to printf reads none. */
#include <stdarg.h>
#include <stdio.h>

static int a, b, c;
static int *stored;

static void keep(int n, ...)
{
	va_list ap;

	va_start(ap, n);
	while (n--)
		stored = va_arg(ap, int *);
	va_end(ap);
}

static void report(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vprintf(format, ap);
	va_end(ap);
}

int main(void)
{
	keep(2, &a, &b);
	report("%p\n", (void *)&c);
	return *stored;
}
