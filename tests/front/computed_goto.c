// FLAGS: -target x86_64-pc-linux-gnu
// Labels as values.
int run(const unsigned char *code)
{
	static const void *const jump[] = {&&stop, &&add, &&sub};
	int n = 0;
	goto *jump[*code++];
add:
	n++;
	goto *jump[*code++];
sub:
	n--;
	goto *jump[*code++];
stop:
	return n;
}
