// SPDX-License-Identifier: MIT
/* A handler that only the start-up code in assembly knows by its name. */
static unsigned long ticks, overruns;

void SysTick_Handler(void)
{
	ticks++; // RACE
	overruns++; // NORACE
}

int main(void)
{
	unsigned long last = 0;

	for (;;) {
		if (ticks - last > 100) // RACE
			last = ticks; // RACE
	}
}
