// FLAGS: -target x86_64-pc-linux-gnu
// Branches, loops, switches, values that meet.
int f(int);
void g(void);

int loop(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++) {
		if (i == 3)
			continue;
		if (f(i))
			break;
		sum += i;
	}
	do
		sum--;
	while (sum > 10 && f(sum));
	return sum;
}

int pick(int n)
{
	switch (n) {
	case -1:
		return 7;
	case 1:
	case 2:
		g();
		break;
	case 10 ... 12:
		return f(n);
	}
	return n ? f(1) : 0;
}

unsigned char truth(int a, unsigned b, long *p)
{
	_Bool both = a && b > 3u;
	return both || !p;
}

int backwards(int n)
{
	goto middle;
top:
	n += f(n);
	if (n > 100)
		return n;
middle:
	n *= 2;
	goto top;
}

int dead(int n)
{
	return n;
	g();
	return f(n);
}
