// SPDX-License-Identifier: MIT
/* Tasks that are created run when the scheduler is started, and not before. */
typedef void (*task)(void *);
long xTaskCreate(task f, const char *name, unsigned short stack, void *arg,
		 unsigned long priority, void **id);
void vTaskStartScheduler(void);

static int period, started;

static void blink(void *arg)
{
	int *n = arg;

	for (;;)
		*n += period + started; // NORACE
}

int main(void)
{
	static int blinks;

	xTaskCreate(blink, "blink", 128, &blinks, 1, 0);
	period = 5; // NORACE
	started = 1; // NORACE
	blinks = 0; // NORACE
	vTaskStartScheduler();
	return 0;
}
