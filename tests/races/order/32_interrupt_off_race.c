// SPDX-License-Identifier: MIT
/* Interrupts are on again too early, or only tasks are stopped, or not at all. */
static inline __attribute__((always_inline)) void __disable_irq(void)
{
	__asm__ volatile("nop" : : : "memory");
}

static inline __attribute__((always_inline)) void __enable_irq(void)
{
	__asm__ volatile("nop" : : : "memory");
}

void vTaskSuspendAll(void);
long xTaskResumeAll(void);

static unsigned long early, tasks, other;

void TIM2_IRQHandler(void)
{
	early++; // RACE
	tasks++; // RACE
	other++; // RACE
}

int main(void)
{
	for (;;) {
		__disable_irq();
		__enable_irq();
		early = 0; // RACE
		vTaskSuspendAll();
		tasks = 0; // RACE
		xTaskResumeAll();
		__asm__ volatile("nop" : : : "memory");
		other = 0; // RACE
	}
}
