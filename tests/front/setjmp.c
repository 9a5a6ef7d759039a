// FLAGS: -target x86_64-pc-linux-gnu
// Calls that return twice and calls that do not return.
typedef long buffer[32];
int _setjmp(buffer) __attribute__((returns_twice));
_Noreturn void longjmp(buffer, int);
_Noreturn void fatal(const char *);
int vfork(void);
buffer here;

int guard(int n)
{
	int volatile tries = 0;
	if (_setjmp(here))
		tries++;
	if (n > tries)
		fatal("too many");
	if (vfork())
		return 2;
	return tries;
}

_Noreturn void leave(void)
{
	longjmp(here, 1);
}
