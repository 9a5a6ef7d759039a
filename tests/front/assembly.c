// FLAGS: -target x86_64-pc-linux-gnu
// Inline assembly: what it may touch, and asm goto.
int shared;

void barrier(void)
{
	__asm__ volatile("" ::: "memory");
}

int pure(int x)
{
	__asm__("bswap %0" : "+r"(x));
	return x;
}

void locked_add(int *p, int n)
{
	__asm__ volatile("lock; addl %1, %0" : "+m"(*p) : "r"(n));
}

int two_results(int a, int b)
{
	int low, high;
	__asm__("imull %3" : "=a"(low), "=d"(high) : "0"(a), "r"(b));
	return low + high;
}

void through_pointer(int **p)
{
	__asm__ volatile("xchgq %0, %1" : "+r"(*p) : "m"(shared) : "memory");
}

int with_goto(int x)
{
	__asm__ goto("test %0, %0; jz %l1" : : "r"(x) : "cc" : zero);
	return x;
zero:
	shared = 1;
	return 0;
}
