// SPDX-License-Identifier: MIT
/* FreeRTOS: a mutex is a queue; a take with the longest delay never fails, a shorter one
 * has to be tested; critical sections keep tasks and interrupts out, a stopped scheduler
 * only tasks; what goes through a queue is handed over. */
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct queue *QueueHandle_t;
#define portMAX_DELAY 0xffffffffu

long xTaskCreate(void (*entry)(void *), const char *name, unsigned stack, void *arg,
		 unsigned priority, void **id);
QueueHandle_t xQueueCreateMutex(uint8_t kind);
QueueHandle_t xQueueGenericCreate(unsigned long n, unsigned long size, uint8_t kind);
long xQueueSemaphoreTake(QueueHandle_t s, uint32_t ticks);
long xQueueGenericSend(QueueHandle_t q, const void *item, uint32_t ticks, long position);
long xQueueReceive(QueueHandle_t q, void *out, uint32_t ticks);
void vPortEnterCritical(void), vPortExitCritical(void), vTaskSuspendAll(void);
void taskENTER_CRITICAL(void), taskEXIT_CRITICAL(void);
void portENTER_CRITICAL(void), portEXIT_CRITICAL(void);
long xTaskResumeAll(void);
uint32_t ulSetInterruptMask(void);
void vClearInterruptMask(uint32_t mask);
void vTaskStartScheduler(void);

struct job {
	int n;
};

static QueueHandle_t mutex, jobs;
static int waited, hurried, tested, critical, stopped, masked, in_handler, bare, after;
static int critical2, critical3, masked2, masked3, after2, after3;

static void enter(void *arg)
{
	xQueueSemaphoreTake(mutex, portMAX_DELAY);
	waited++; // NORACE
	xQueueGenericSend(mutex, NULL, 0, 0);
	xQueueSemaphoreTake(mutex, 10);
	hurried++; // RACE
	xQueueGenericSend(mutex, NULL, 0, 0);
	if (xQueueSemaphoreTake(mutex, 10) == 1) {
		tested++; // NORACE
		xQueueGenericSend(mutex, NULL, 0, 0);
	}
	vPortEnterCritical();
	critical++; // NORACE
	stopped++; // NORACE
	masked++; // NORACE
	vPortExitCritical();
	after++; // RACE
	taskENTER_CRITICAL();
	critical2++; // NORACE
	masked2++; // NORACE
	taskEXIT_CRITICAL();
	after2++; // RACE
	portENTER_CRITICAL();
	critical3++; // NORACE
	masked3++; // NORACE
	portEXIT_CRITICAL();
	after3++; // RACE
	bare++; // RACE
	(void)arg;
}

static void stop(void *arg)
{
	vTaskSuspendAll();
	stopped++; // NORACE
	critical++; // NORACE
	critical2++; // NORACE
	critical3++; // NORACE
	in_handler++; // RACE
	xTaskResumeAll();
	vTaskSuspendAll();
	after++; // RACE
	after2++; // RACE
	after3++; // RACE
	xTaskResumeAll();
	(void)arg;
}

static void interrupt(int number)
{
	uint32_t mask = ulSetInterruptMask();

	masked++; // NORACE
	masked2++; // NORACE
	masked3++; // NORACE
	in_handler++; // RACE
	vClearInterruptMask(mask);
	(void)number;
}

static void produce(void *arg)
{
	struct job *j = malloc(sizeof(*j));

	if (!j)
		return;
	j->n = 1; // NORACE
	xQueueGenericSend(jobs, &j, portMAX_DELAY, 0);
	(void)arg;
}

static void consume(void *arg)
{
	struct job *j;

	if (xQueueReceive(jobs, &j, portMAX_DELAY) == 1)
		j->n++; // NORACE
	(void)arg;
}

int main(void)
{
	mutex = xQueueCreateMutex(1);
	jobs = xQueueGenericCreate(4, sizeof(struct job *), 0);
	signal(SIGUSR1, interrupt);
	xTaskCreate(enter, "a", 100, NULL, 1, NULL);
	xTaskCreate(enter, "b", 100, NULL, 1, NULL);
	xTaskCreate(stop, "c", 100, NULL, 1, NULL);
	xTaskCreate(produce, "d", 100, NULL, 1, NULL);
	xTaskCreate(consume, "e", 100, NULL, 1, NULL);
	vTaskStartScheduler();
	return 0;
}
