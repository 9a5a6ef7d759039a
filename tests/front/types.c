// FLAGS: -target x86_64-pc-linux-gnu
// Types, variables and formals from the debug info.
typedef unsigned long size;
enum colour { RED, GREEN = 5 };
struct hidden;
typedef struct {
	const volatile int *restrict p;
	enum colour colour;
	struct hidden *hidden;
	void (*call)(struct hidden *, ...);
	struct {
		int in_anonymous;
	};
	_Atomic size count;
	int matrix[2][3];
	char name[];
} thing;

static thing *last;
extern struct hidden *outside;

size use(thing *t, enum colour, const char *const name, int by_address)
{
	static size calls = 1;
	int *where = &by_address;
	for (size i = 0; i < 2; i++) {
		static int inner_calls;
		int square = (int)(i * i);
		*where += square + inner_calls++;
		where = &t->in_anonymous;
	}
	{
		thing *where = last;
		last = t;
		t = where;
	}
	t->call(outside, name);
	return calls++;
}

int (*pointer_to_function(int x))(void *)
{
	return x ? (int (*)(void *))0 : (int (*)(void *))last;
}
