// SPDX-License-Identifier: MIT
/* The line that is turned off is not the one of this handler. */
void NVIC_DisableIRQ(int line);
void NVIC_EnableIRQ(int line);

static int shared;

void TIM2_IRQHandler(void)
{
	shared++; // FN which line a handler has is not known
}

int main(void)
{
	for (;;) {
		NVIC_DisableIRQ(37);
		shared = 0; // FN which line a handler has is not known
		NVIC_EnableIRQ(37);
	}
}
