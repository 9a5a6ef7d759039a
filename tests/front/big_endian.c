// FLAGS: -target s390x-linux-gnu
// A big-endian target: bit-fields count from the other end.
struct flags {
	unsigned a : 3, b : 5, c : 24;
	short s;
};

int get(struct flags *f)
{
	f->b = 1;
	return f->c + f->s;
}
