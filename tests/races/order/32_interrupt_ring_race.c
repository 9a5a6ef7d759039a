// SPDX-License-Identifier: MIT
/* A ring between a handler and the program. With volatile indices that each side writes
 * one of, the bytes are only of medium confidence; a count that both change is certain. */
enum { SIZE = 64 };

extern volatile unsigned data_register;
static volatile unsigned char head, tail;
static unsigned char count;
static char ring[SIZE];

void USART1_IRQHandler(void)
{
	unsigned char next = (unsigned char)((head + 1) % SIZE); // NORACE

	if (next != tail) { // NORACE
		ring[head] = (char)data_register; // RACE
		head = next; // NORACE
		count++; // RACE
	}
}

static int get(void)
{
	int c;

	if (head == tail) // NORACE
		return -1;
	c = ring[tail]; // RACE
	tail = (unsigned char)((tail + 1) % SIZE); // NORACE
	count--; // RACE
	return c;
}

int main(void)
{
	int sum = 0;

	for (;;)
		sum += get();
}
