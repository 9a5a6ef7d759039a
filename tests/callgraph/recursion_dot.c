// SPDX-License-Identifier: MIT
// RUN: dump --callgraph --dot
static int twice(int x)
{
	return x + x;
}

static int apply(int (*f)(int), int x)
{
	return f(x);
}

int main(void)
{
	return apply(twice, 2);
}
