// SPDX-License-Identifier: MIT
/* As 32_interrupt_enabled_safe.c, but one setting follows, and another is changed later. */
void NVIC_EnableIRQ(int line);

static int period, gain;
static volatile int ready;

void ADC_IRQHandler(void)
{
	ready = period * // RACE
		gain; // RACE
}

static void set_up(void)
{
	period = 10; // NORACE
	NVIC_EnableIRQ(18);
	gain = 2; // RACE
}

int main(void)
{
	set_up();
	for (;;) {
		if (ready) // NORACE
			period++; // RACE
	}
}
