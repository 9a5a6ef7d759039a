// SPDX-License-Identifier: MIT
/* printf reads its format and its %s arguments; snprintf writes its buffer;
 * scanf writes what its arguments point to. The stream itself is never a race. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include "../two.h"

static char shown[32], format[32], printed[32], logged[32], input[32], word[32], quiet[32], pointed[32];
static int number, by_value, streamed, counted;

__attribute__((format(printf, 1, 2))) static void say(const char *text, ...)
{
	va_list list;

	va_start(list, text);
	vfprintf(stderr, text, list); // RACE
	va_end(list);
}

static void *calls(void *arg)
{
	printf("%s", shown); // RACE
	printf(format, 1); // RACE
	snprintf(printed, sizeof(printed), "%d", by_value); // RACE
	say("%s", logged);
	sscanf(input, "%31s", word); // RACE
	fscanf(stdin, "%d", &number); // RACE
	fputs("text", stdout); // NORACE
	fprintf(stdout, "%p", (void *)pointed); // NORACE
	streamed = 1; // NORACE
	fputs(quiet, stdout); // NORACE
	counted++; // RACE
	return arg;
}

static void *accesses(void *arg)
{
	int n = 0;

	shown[0] = 1; // RACE
	format[0] = '%'; // RACE
	n += printed[0]; // RACE
	logged[0] = 1; // RACE
	input[0] = 1; // RACE
	n += word[0]; // RACE
	n += number; // RACE
	fputs("text", stdout); // NORACE
	n += by_value; // NORACE
	n += quiet[0]; // NORACE
	pointed[0] = 1; // NORACE
	counted++; // RACE
	return n ? arg : NULL;
}

TWO_THREADS(calls, accesses)
