// SPDX-License-Identifier: MIT
/* Mutual recursion, recursion through a pointer, a function that calls itself. */
static int even(unsigned n);

static int odd(unsigned n)
{
	return n ? even(n - 1) : 0;
}

static int even(unsigned n)
{
	return n ? odd(n - 1) : 1;
}

static int (*walker)(int);

static int walk(int depth)
{
	return depth ? walker(depth - 1) : 0;
}

static unsigned factorial(unsigned n)
{
	return n ? n * factorial(n - 1) : 1;
}

int main(void)
{
	walker = walk;
	return even(4) + walk(3) + (int)factorial(5);
}
