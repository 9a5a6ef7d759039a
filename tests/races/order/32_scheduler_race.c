// SPDX-License-Identifier: MIT
/* As 32_scheduler_safe.c, but main goes on after the scheduler was started, and tasks share
 * what main has set. */
typedef void *(*entry)(void *);
typedef void (*task)(void *);
long xTaskCreate(task f, const char *name, unsigned short stack, void *arg,
		 unsigned long priority, void **id);
int osKernelStart(void);
void *osThreadNew(task f, void *arg, const void *attributes);

static int period, total;

static void blink(void *arg)
{
	(void)arg;
	for (;;)
		total += period; // RACE
}

int main(void)
{
	osThreadNew(blink, 0, 0);
	xTaskCreate(blink, "blink", 128, 0, 1, 0);
	total = 0; // NORACE
	osKernelStart();
	period = 6; // RACE
	for (;;)
		;
}
