// FLAGS: -target x86_64-pc-linux-gnu
// Thread-local variables.
_Thread_local int own = 3;
static __thread struct {
	int a, b;
} *block;
extern _Thread_local long other;

int *address(void)
{
	return &own;
}

long use(void)
{
	static _Thread_local int calls;
	block->b = ++calls;
	own += 2;
	return other;
}
