/* A library whose visible functions call each other: each is an entry all the same. */
static int depth;

int down(int n);

int up(int n)
{
	depth++; // RACE
	return n ? down(n - 1) : 0;
}

int down(int n)
{
	depth--; // RACE
	return n ? up(n - 1) : 1;
}
