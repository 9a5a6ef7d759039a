// FLAGS: -target x86_64-pc-linux-gnu
// A bit-field is read and written with its whole storage unit.
struct flags {
	unsigned a : 3, b : 5;
	int c : 20;
	unsigned : 0;
	unsigned long d : 40, e : 24;
	char plain;
	unsigned whole : 8;
	_Bool f : 1;
};
struct __attribute__((packed)) tight {
	char before;
	int across : 31;
	unsigned last : 1;
};

struct flags global;

void set(struct flags *p, int n)
{
	p->b = n;
	p->c--;
	p->e = 5;
	p->f = n;
	p->plain = 1;
	global.a |= 1;
}

int get(struct flags *p, volatile struct flags *v, struct tight *t)
{
	return p->a + p->c + p->d + v->b + p->whole + t->across + t->last;
}
