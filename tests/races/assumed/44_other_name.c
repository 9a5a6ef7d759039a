// SPDX-License-Identifier: MIT
/* Only a linker script or a file of assembly says that this is a handler. */
static int shared;

void on_timer(void)
{
	shared++; // FN nothing says that the hardware calls it
}

int main(void)
{
	for (;;)
		shared = 0; // FN nothing says that the hardware calls it
}
