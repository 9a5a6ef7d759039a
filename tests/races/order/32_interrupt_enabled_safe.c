// SPDX-License-Identifier: MIT
/* What is set up before interrupts are turned on, in a function that does so. */
void NVIC_EnableIRQ(int line);

static int period, gain;
static volatile int ready;

void ADC_IRQHandler(void)
{
	ready = period * gain; // NORACE
}

static void set_up(void)
{
	period = 10; // NORACE
	gain = 2; // NORACE
	NVIC_EnableIRQ(18);
}

int main(void)
{
	set_up();
	for (;;) {
		if (ready) // NORACE
			ready = 0; // NORACE
	}
}
