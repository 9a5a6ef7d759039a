// SPDX-License-Identifier: MIT
/* The table of vectors is C: it has the function in it that calls main. A table of other
 * functions has nothing to do with it. */
int main(void);

static int count, never;

static void on_timer(void)
{
	count++; // RACE
}

static void unused(void)
{
	for (;;)
		;
}

static void reset(void)
{
	main();
}

static void idle(void)
{
	never++; // NORACE
}

void (*const vectors[])(void) = {reset, unused, on_timer};
void (*const others[])(void) = {idle};

int main(void)
{
	for (;;) {
		if (count > 5) // RACE
			count = 0; // RACE
		never = 0; // NORACE
	}
}
