// SPDX-License-Identifier: MIT
/* A function that returns a literal, a buffer of all, or a thread-local buffer. Under a lock,
 * each thread notes what it was told where all can see it, and reads that again: its own. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char other[] = "other";
static const char *shown;

static const char *error_text(int e)
{
	static _Thread_local char text[32];

	if (e == 0)
		return "no error";
	if (e == 2)
		return other;
	snprintf(text, sizeof(text), "error %d", e); // NORACE
	return text;
}

static int length(void)
{
	int i = 0;

	while (shown[i]) // NORACE
		i++;
	return i;
}

static void *work(void *arg)
{
	const char *text = error_text(*(int *)arg);
	int n;

	pthread_mutex_lock(&lock);
	shown = text; // NORACE
	n = length();
	pthread_mutex_unlock(&lock);
	return n > 3 ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;
	int numbers[2] = {7, 8};

	pthread_create(&a, NULL, work, &numbers[0]);
	pthread_create(&b, NULL, work, &numbers[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
