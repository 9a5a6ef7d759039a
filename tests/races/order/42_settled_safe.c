// SPDX-License-Identifier: MIT
// What is behind a test never happens, since nothing but what they begin with is ever found in these
// variables: nobody stores there, or always the same; the function that would is never called.
#include <pthread.h>
#include <stddef.h>

struct entry {
	int kept;
	unsigned count;
	char name[8];
};

static int verbose, level = 3, traced, lines, hooked;
static struct entry list[4];
static void (*hook)(void);
static unsigned char parts[2];

void set_verbose(int on);
void set_verbose(int on)
{
	verbose = on;
}

static void begin(void)
{
	for (int i = 0; i < 4; i++) {
		list[i].kept = 0;
		list[i].count = 0;	// NORACE
		list[i].name[0] = 'a' + i;
	}
	level = 3;
}

static void write_line(int id)
{
	if (verbose)
		traced++;	// NORACE
	if (level != 3)
		lines++;	// NORACE
	if (list[id].kept)
		list[id].count++;	// NORACE
	if (hook)
		hooked++;	// NORACE
	if (parts[1])
		lines++;	// NORACE
}

static void *worker(void *arg)
{
	write_line(1);
	return arg;
}

int main(void)
{
	pthread_t t;
	begin();
	pthread_create(&t, NULL, worker, NULL);
	traced = lines = hooked = 0;	// NORACE
	list[1].count = 0;	// NORACE
	pthread_join(t, NULL);
	return 0;
}
