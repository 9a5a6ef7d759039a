// FLAGS: -target x86_64-pc-linux-gnu
// What initial values keep: addresses and small integers at their offsets.
typedef int handler(void *);

static int on_read(void *p)
{
	return p != 0;
}
int on_write(void *);

struct operations {
	const char *name;
	handler *read, *write;
	struct {
		short kind;
		void *self;
	} inner[2];
};

static struct operations file = {
	.name = "file",
	.read = on_read,
	.write = on_write,
	.inner = {{.kind = 3}, {.self = &file.inner[1]}},
};
struct operations *const all[] = {&file, 0, &file};
int numbers[4] = {0, 5, 0, -6};
int long_data[40] = {1, 2, 3};
char text[] = "abc";
char *end_of_text = &text[3];
unsigned long tagged = (unsigned long)&numbers[1] + 1;
long distance = (char *)&numbers[3] - (char *)&numbers[1];
double ratio = 0.5;
long long wide = 1ll << 40;
union {
	char byte;
	void *pointer;
} mixed = {.pointer = &mixed};
int zero = 0;
int tentative;
extern int elsewhere;
int *reference = &elsewhere;

handler *choose(int i)
{
	return i ? all[i]->read : (handler *)0;
}
