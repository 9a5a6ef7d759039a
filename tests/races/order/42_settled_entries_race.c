// SPDX-License-Identifier: MIT
// RUN: --entry set_on --entry work
// There is a main, but threads begin in functions that the user has named: one of these sets it.

static int on, count;

void set_on(int value);
void work(void);

void set_on(int value)
{
	on = value; // RACE
}

void work(void)
{
	if (on) // RACE
		count++; // RACE
}

int main(void)
{
	return 0;
}
