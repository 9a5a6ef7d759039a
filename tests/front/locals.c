// FLAGS: -target x86_64-pc-linux-gnu
/* Locals become values where they are only loaded and stored as a whole. */
int f(int);
void g(int *);

/* One join for each variable that changes; none for 'n', which does not. */
int loop(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += f(i);
	return sum;
}

/* 'p' becomes a value, and then nothing keeps 'x' in memory. */
int through(int v)
{
	int x = v, *p = &x;

	*p = f(*p);
	return x;
}

/* 'p' may be one of two: both stay in memory, 'p' is a join. */
int either(int v)
{
	int x = v, y = 0, *p = v ? &x : &y;

	*p = 1;
	return x + y;
}

/* Without value on one way: it is what it is on the other. */
int unset(int v)
{
	int x;

	if (v)
		x = v;
	return x;
}

/* Two edges from one block: the join has an operand for each. */
int edges(int v)
{
	int x = 1;

	switch (v) {
	case 0:
		x = f(v);
	case 1:
	case 2:
		return x;
	}
	return 0;
}

/* The step is never reached; it knows what only ever had one value. */
int unreached(int v)
{
	int x = f(v);

	for (int i = 0; i < v; i += f(x))
		return i;
	return x;
}

/* These stay in memory: another address, a volatile one, a part. */
int kept(int v)
{
	int x = v;
	volatile int y = v;
	union {
		int i;
		char c[4];
	} u = {v};

	g(&x);
	return x + y + u.c[1];
}
