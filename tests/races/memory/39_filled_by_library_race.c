// What a library function fills is unknown in every byte, not only in the first field.
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

struct message {
	int kind;
	int flag;
};

struct large {
	char name[100];
	int last;
};

struct pair {
	short first, second;
};

static int by_read, by_part, by_helper, by_stat, by_option, by_scan, on_heap, by_poll, by_half;

static int fill(int fd, struct message *m)
{
	return (int)read(fd, m, sizeof(*m));
}

static void *wait_for(void *arg)
{
	struct pollfd f;
	f.fd = 0;
	f.events = POLLIN;
	poll(&f, 1, -1);
	if (!(f.revents & POLLIN))
		return 0;
	by_poll++; // RACE
	return arg;
}

static void *worker(void *arg)
{
	struct message m;
	struct large l;
	struct pair p;
	struct stat st;
	int value[2];
	socklen_t n = sizeof(value);

	read(0, &m, sizeof(m));
	if (m.flag & 1)
		by_read++; // RACE
	recv(0, &l, sizeof(l), 0);
	if (l.last == 7)
		by_part++; // RACE
	fill(0, &m);
	if (m.flag)
		by_helper++; // RACE
	stat("x", &st);
	if (st.st_size > 100)
		by_stat++; // RACE
	getsockopt(0, SOL_SOCKET, SO_LINGER, value, &n);
	if (value[1])
		by_option++; // RACE
	if (scanf("%hd %hd", &p.first, &p.second) == 2 && p.second)
		by_scan++; // RACE
	struct message *h = malloc(sizeof(*h));
	if (fread(h, sizeof(*h), 1, stdin) == 1 && h->flag)
		on_heap++; // RACE
	free(h);
	read(0, &p, sizeof(p));
	if (p.second)
		by_half++; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b, c, d;

	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_create(&c, 0, wait_for, 0);
	pthread_create(&d, 0, wait_for, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	pthread_join(d, 0);
	return 0;
}
