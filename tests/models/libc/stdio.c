// SPDX-License-Identifier: MIT
/* Streams: buffers are accessed, handles are not; flockfile is a lock. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include "../two.h"

static FILE *log_file;
static char read_in[64], written[64], line[64];
static int guarded, guarded_try, unguarded;
static char *text;
static size_t text_size;

static void *calls(void *arg)
{
	int n = 0;

	n += (int)fread(read_in, 1, sizeof(read_in), log_file); // RACE
	n += (int)fwrite(written, 1, sizeof(written), log_file); // RACE
	n += fgets(line, sizeof(line), log_file) != NULL; // RACE
	n += (int)getline(&text, &text_size, log_file); // RACE
	fflush(log_file); // NORACE
	flockfile(log_file);
	guarded++; // NORACE
	funlockfile(log_file);
	if (ftrylockfile(log_file) == 0) {
		guarded_try++; // NORACE
		funlockfile(log_file);
	}
	unguarded++; // RACE
	return n ? arg : NULL;
}

static void *accesses(void *arg)
{
	int n = 0;

	n += read_in[5]; // RACE
	written[5] = 1; // RACE
	n += line[5]; // RACE
	n += text_size > 3; // RACE
	n += text != NULL; // RACE
	fflush(log_file); // NORACE
	flockfile(log_file);
	guarded++; // NORACE
	guarded_try++; // NORACE
	funlockfile(log_file);
	unguarded++; // RACE
	return n ? arg : NULL;
}

int main(void)
{
	pthread_t a, b;

	log_file = fopen("log", "r+");
	pthread_create(&a, NULL, calls, NULL);
	pthread_create(&b, NULL, accesses, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	fclose(log_file);
	free(text);
	return 0;
}
