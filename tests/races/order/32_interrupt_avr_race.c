// SPDX-License-Identifier: MIT
// RUN: -- --target=avr
/* Handlers by their attribute; assembly turns interrupts on and off. */
#define cli() __asm__ __volatile__("cli" : : : "memory")
#define sei() __asm__ __volatile__("sei" : : : "memory")

static unsigned long milliseconds, pulses, settings;

__attribute__((signal, used)) void on_timer(void)
{
	milliseconds++; // NORACE
	pulses += settings; // RACE
}

static unsigned long now(void)
{
	unsigned long n;

	cli();
	n = milliseconds; // NORACE
	sei();
	return n;
}

int main(void)
{
	unsigned long last = 0;

	settings = 3; // NORACE
	sei();
	for (;;) {
		if (now() - last > 10)
			pulses = 0; // RACE
	}
}
