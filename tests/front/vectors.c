// FLAGS: -target x86_64-pc-linux-gnu
// Vectors, complex numbers, floats and wide integers are values of their size.
typedef int int4 __attribute__((vector_size(16)));
typedef float float4 __attribute__((vector_size(16)));

int4 sum(int4 *p, int4 b)
{
	int4 a = *p;
	a[1] = 3;
	*p = a + b;
	return a > b;
}

float4 spread(float x)
{
	return (float4){x, x, x, x} * 2;
}

_Complex double square(_Complex double *z)
{
	*z = *z * *z;
	return *z;
}

double mixed(float f, long double l, int i)
{
	return f + (double)l - i + (f > 1.0f ? -f : f);
}

__int128 wide(__int128 *a, long b)
{
	*a = *a * b + ((__int128)1 << 100);
	return *a >> 3;
}
