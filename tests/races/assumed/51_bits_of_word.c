// SPDX-License-Identifier: MIT
/* Entry 51: which bit of a word is a lock is not looked at. */
void bit_spin_lock(int bit, unsigned long *p);
void bit_spin_unlock(int bit, unsigned long *p);
int _printk(const char *format, ...);

static unsigned long word;
static int count;

int one(void)
{
	bit_spin_lock(0, &word);
	count++; // FN two bits of one word are two locks
	bit_spin_unlock(0, &word);
	return _printk("one");
}

int other(void)
{
	bit_spin_lock(1, &word);
	count++; // FN two bits of one word are two locks
	bit_spin_unlock(1, &word);
	return 0;
}
