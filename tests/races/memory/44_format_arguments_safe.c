// SPDX-License-Identifier: MIT
// As 44_format_arguments_race.c, but what main touches lies behind what is filled, and numbers are no pointers.
#include <pthread.h>
#include <stdio.h>

static struct {
	char text[8];
	char behind;
	char small[4];
	int width, value;
} s;

static void *format(void *arg)
{
	sscanf(arg, "%8c%3hhd", s.text, &s.small[0]);	// NORACE
	printf("%2$*1$d %3$.*1$s%%n", s.width, s.value, s.text); // NORACE
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;
	pthread_create(&t, NULL, format, argv[argc - 1]);
	s.behind = 1;	// NORACE
	s.small[2] = 1; // NORACE
	printf("%d", s.value); // NORACE
	pthread_join(t, NULL);
	return 0;
}
