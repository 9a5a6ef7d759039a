// FLAGS: -target x86_64-linux-gnu
// Assembly that is one atomic instruction is that instruction; what is more than that, or has other
// operands, stays assembly.
_Bool exchanged(int *p, int old, int new)
{
	_Bool z;

	__asm__ volatile("lock cmpxchgl %3, %0"
			 : "+m"(*p), "=@ccz"(z), "+a"(old) : "q"(new) : "memory", "cc");
	return z;
}

_Bool exchanged_first(int *p, int old, int new)
{
	_Bool z;

	__asm__ volatile("lock; cmpxchgl %2, %0; setz %1"
			 : "+m"(*p), "=a"(z) : "q"(new), "a"(old) : "memory", "cc");
	return z;
}

int found(int *p, int old, int new)
{
	__asm__ volatile("lock cmpxchgl %2, %1" : "+a"(old), "+m"(*p) : "r"(new) : "memory");
	return old;
}

int exchange(int *p, int v)
{
	__asm__ volatile("xchgl %0, %1" : "+m"(*p), "+q"(v) : : "memory");
	return v;
}

int add(int *p, int v)
{
	__asm__ volatile("lock xaddl %1, %0" : "+m"(*p), "+q"(v) : : "memory");
	return v;
}

_Bool last(int *p)
{
	unsigned char zero;

	__asm__ volatile("lock\n\tdecl %0\n\tsete %1" : "+m"(*p), "=q"(zero) : : "memory");
	return zero;
}

void mark(long *p, long bits)
{
	__asm__ volatile("lock; orq %1, %0" : "+m"(*p) : "r"(bits) : "memory");
	__asm__ volatile("mfence" : : : "memory");
}

short load(short *p)
{
	short v;

	__asm__ volatile("movw %1, %0" : "=r"(v) : "m"(*p) : "memory");
	return v;
}

void store(char *p, char v)
{
	__asm__ volatile("movb %1, %0" : "=m"(*p) : "q"(v));
}

// Not these.
int others(int *p, int *q, int v)
{
	__asm__ volatile("lock incl %0; incl %1" : "+m"(*p), "+m"(*q));
	__asm__ volatile("lock addl $1, %0" : "+m"(*p));
	__asm__ volatile("lock xaddl %%eax, %0" : "+m"(*p));
	__asm__ volatile("xchgl %0, %1" : "=r"(v), "+m"(*p));
	return v;
}
