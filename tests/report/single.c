/* SPDX-License-Identifier: MIT */
/* Report: a program without threads is told so, in plain words. */
#include <stdio.h>

static int lines; // NORACE

static void count(const char *text)
{
	for (; *text; text++)
		lines += *text == '\n'; // NORACE
}

int main(void)
{
	count("one\ntwo\n");
	printf("%d\n", lines);
	return 0;
}
