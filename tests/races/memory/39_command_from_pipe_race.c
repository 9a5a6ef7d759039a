// SPDX-License-Identifier: MIT
/* A struct is read in pieces, by a function that counts bytes. */
#include <pthread.h>
#include <unistd.h>
enum { NOP, ADD, STOP };
struct cmd { unsigned char op; short arg; };
static int chan[2];
static int total;
static int next(struct cmd *c)
{
	char *p = (char *)c;
	size_t got = 0;
	while (got < sizeof *c) {
		ssize_t n = read(chan[0], p + got, sizeof *c - got);
		if (n <= 0)
			return 0;
		got += (size_t)n;
	}
	return 1;
}
static void *server(void *arg)
{
	struct cmd c = {NOP, 0};
	(void)arg;
	while (next(&c)) {
		if (c.op == STOP)
			break;
		if (c.op == ADD)
			total += c.arg; // RACE
	}
	return NULL;
}
int main(void)
{
	pthread_t t;
	struct cmd c = {ADD, 3};
	pipe(chan);
	pthread_create(&t, NULL, server, NULL);
	write(chan[1], &c, sizeof c);
	total++; // RACE
	c.op = STOP;
	write(chan[1], &c, sizeof c);
	pthread_join(t, NULL);
	return total; // NORACE
}
