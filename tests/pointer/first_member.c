// SPDX-License-Identifier: MIT
/* A value that is declared as a pointer to a struct, and to its first member: the
 * member is there at least. So 's' is not the diary, which the same 'void *' may hold; but
 * 'f' may be a dot, which is no circle. */
struct counter {
	int count;
};

struct shop {
	struct counter visitors;
	int sales;
};

struct diary {
	char *text;
	int pages;
};

struct shape {
	struct shape *next;
};

struct circle {
	struct shape shape;
	int radius;
};

static struct shop shop;
static struct diary diary;
static struct shape dot;
static struct circle circle;
static void *things[4];

static void open_shop(struct shop *s)
{
	struct counter *c = &s->visitors;

	c->count++;
	s->sales++;
}

static void draw(struct shape *f)
{
	struct circle *c = (struct circle *)f;

	f->next = 0;
	c->radius++;
}

int main(int argc, char **argv)
{
	things[0] = &shop;
	things[1] = &diary;
	things[2] = &dot;
	things[3] = &circle;
	open_shop(things[argc & 3]);
	draw(things[argc & 3]);
	return argv == 0;
}
