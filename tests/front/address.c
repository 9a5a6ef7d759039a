// FLAGS: -target x86_64-pc-linux-gnu
// Addresses are a base plus bytes: constant parts merge, the rest are indexes.
struct point {
	short x, y;
};
struct grid {
	int count;
	struct point row[3][5];
	struct grid *next;
	union {
		long number;
		struct point pair[2];
		char bytes[8];
	};
	int tail[];
};

#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))

struct grid table[4];

short chain(struct grid *g)
{
	return g->next->next->row[2][4].y;
}

short indexed(struct grid *g, int i, unsigned long j)
{
	return g->row[i][j].y + g->row[1][j].x;
}

int from_table(int i)
{
	return table[i].tail[i + 1] + table[2].count;
}

struct grid *back(struct point (*row)[5])
{
	return container_of(row, struct grid, row);
}

char *arithmetic(char *p, long n)
{
	int *q = (int *)(p + 3);
	q += n;
	return (char *)(q - 2) - 1;
}

long punned(struct grid *g)
{
	g->pair[1].x = 7;
	g->bytes[6] = 1;
	return g->number;
}

unsigned long as_number(struct grid *g)
{
	unsigned long n = (unsigned long)g | 1;
	((struct grid *)(n & ~1ul))->count = 0;
	return n;
}
