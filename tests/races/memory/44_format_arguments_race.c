// SPDX-License-Identifier: MIT
// Formats: %n of printf writes, '2$' says which argument it is, %8c fills eight bytes, and %ms a pointer.
#include <pthread.h>
#include <stdio.h>

static struct {
	int written;
	char text[8];
	char *made;
	long number;
} s;
static char line[64];

static void *format(void *arg)
{
	printf("%d%n", 1, &s.written);			  // RACE
	sscanf(arg, "%2$8c %1$ld", &s.number, s.text);	  // RACE
	printf("%2$d %1$s", line, 3);			  // RACE
	fscanf(stdin, "%*d%m[a-z]", &s.made);		  // RACE
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;
	pthread_create(&t, NULL, format, argv[argc - 1]);
	s.written = 1;	// RACE
	s.text[7] = 1;	// RACE
	line[3] = 'x';	// RACE
	s.made = NULL;	// RACE
	s.number = 3;	// RACE
	pthread_join(t, NULL);
	return 0;
}
