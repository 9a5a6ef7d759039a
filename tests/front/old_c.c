// FLAGS: -target x86_64-pc-linux-gnu -std=gnu89 -Wno-everything
// C from before prototypes.
struct s {
	long a, b;
};

add(a, b) short a;
char b;
{
	return a + b + unknown(a);
}

int mismatched()
{
	struct s v = {1, 2};
	int (*f)() = (int (*)())add;
	return add(1) + add(1, 2, 3) + f(v) + ((int (*)(char *))add)("x");
}
