// SPDX-License-Identifier: MIT
/* Functions of such a name that the program calls itself, or that take an argument, are no
 * handlers; nor does a handler interrupt itself. */
static int shared, own, handled;

void common_IRQHandler(void)
{
	shared++; // NORACE
}

void port_IRQHandler(int port)
{
	handled += port; // NORACE
}

void TIM5_IRQHandler(void)
{
	own++; // NORACE
}

int main(void)
{
	common_IRQHandler();
	shared++; // NORACE
	handled++; // NORACE
	for (;;)
		;
}
