// FLAGS: -target x86_64-pc-linux-gnu -fcommon
// Linkage, aliases, ifuncs, names given by the user.
int common;
int strong = 1;
static int internal = 2;
int weak __attribute__((weak)) = 3;
extern int weak_reference __attribute__((weak));
const int constant = 4;
extern int renamed __asm__("real_name");
extern int alias_of_strong __attribute__((alias("strong")));

void body(void)
{
	strong = internal + renamed + alias_of_strong;
}
void alias(void) __attribute__((alias("body")));
void weak_alias(void) __attribute__((weak, alias("body")));
void weak_function(void) __attribute__((weak));
void weak_function(void)
{
	if (&weak_reference)
		weak_reference = common;
}
extern inline __attribute__((gnu_inline)) int available(int x)
{
	return x + constant;
}
static inline int small(int x)
{
	return x - weak;
}

static void (*resolve(void))(void)
{
	return body;
}
void chosen(void) __attribute__((ifunc("resolve")));

__attribute__((constructor)) static void first(void)
{
	common = 1;
}
__attribute__((used)) static int kept;

void use(void)
{
	void (*volatile p)(void) = weak_function;
	p();
	alias();
	weak_alias();
	chosen();
	common = available(small(1));
}
