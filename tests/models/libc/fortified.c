// SPDX-License-Identifier: MIT
/* The names that _FORTIFY_SOURCE makes of ordinary calls. */
#include "../two.h"

void *__memcpy_chk(void *d, const void *s, unsigned long n, unsigned long room);
char *__strcpy_chk(char *d, const char *s, unsigned long room);
int __snprintf_chk(char *s, unsigned long n, int flag, unsigned long room, const char *format,
		   ...);
int __printf_chk(int flag, const char *format, ...);
int __isoc99_sscanf(const char *s, const char *format, ...);

static char copied[16], string[16], printed[16], shown[16], scanned[16];
static int number;

static void *calls(void *arg)
{
	__memcpy_chk(copied, "text", 5, 16); // RACE
	__strcpy_chk(string, "text", 16); // RACE
	__snprintf_chk(printed, 16, 1, 16, "%d", 1); // RACE
	__printf_chk(1, "%s", shown); // RACE
	__isoc99_sscanf(scanned, "%d", &number); // RACE
	return arg;
}

static void *accesses(void *arg)
{
	int n = 0;

	n += copied[1]; // RACE
	n += string[1]; // RACE
	n += printed[1]; // RACE
	shown[1] = 1; // RACE
	scanned[1] = 1; // RACE
	n += number; // RACE
	return n ? arg : NULL;
}

TWO_THREADS(calls, accesses)
