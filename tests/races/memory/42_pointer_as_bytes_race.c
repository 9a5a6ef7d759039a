// SPDX-License-Identifier: MIT
// Pointers on ways that are not followed: hidden by a mask, through a pipe
// together with more bytes than are looked at. One that is copied byte by byte arrives.
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

static int by_bytes, by_mask, by_pipe;
static int *source = &by_bytes;
static uintptr_t hidden;
static int ends[2];
static struct large {
	char text[300];
	int *p;
} sent, received;

static void copy(char *to, const char *from, int n)
{
	while (n--)
		*to++ = *from++;
}

static void *work(void *arg)
{
	int *p;

	copy((char *)&p, (const char *)&source, sizeof(p));
	*p = 1; // RACE
	*(int *)(hidden ^ 0x55) = 1; // FN pointers travel as pointers (41)
	if (read(ends[0], &received, sizeof(received)) == sizeof(received))
		*received.p = 1; // FN pointers travel as pointers (41)
	return arg;
}

int main(void)
{
	pthread_t t;

	sent.p = &by_pipe;
	hidden = (uintptr_t)&by_mask ^ 0x55;
	if (pipe(ends))
		return 1;
	pthread_create(&t, NULL, work, NULL);
	by_bytes = 2; // RACE
	by_mask = 2; // FN pointers travel as pointers (41)
	if (write(ends[1], &sent, sizeof(sent)) < 0)
		return 1;
	by_pipe = 2; // FN pointers travel as pointers (41)
	pthread_join(t, NULL);
	return 0;
}
