// SPDX-License-Identifier: MIT
/* Interrupts are turned off around what the handler uses too: by a function that is inline
 * assembly, by assembly itself, and by one line of the interrupt controller. */
void NVIC_DisableIRQ(int line);
void NVIC_EnableIRQ(int line);

static inline __attribute__((always_inline)) void __disable_irq(void)
{
	__asm__ volatile("nop" : : : "memory");
}

static inline __attribute__((always_inline)) void __enable_irq(void)
{
	__asm__ volatile("nop" : : : "memory");
}

static unsigned long inlined, direct, line;

void TIM2_IRQHandler(void)
{
	inlined++; // NORACE
	direct++; // NORACE
	line++; // NORACE
}

int main(void)
{
	for (;;) {
		__disable_irq();
		inlined = 0; // NORACE
		__enable_irq();
		__asm__ volatile("CPSID i" : : : "memory");
		direct = 0; // NORACE
		__asm__ volatile("cpsie i" : : : "memory");
		NVIC_DisableIRQ(28);
		line = 0; // NORACE
		NVIC_EnableIRQ(28);
	}
}
