// SPDX-License-Identifier: MIT
/* recvmsg fills what the parts of its message point to. */
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
struct head { int kind; int len; };
struct body { int what; int ack; };
static int acks, others;
static void *reader(void *arg)
{
	int fd = *(int *)arg;
	struct head h = {0, 0};
	struct body b;
	struct iovec v[2];
	struct msghdr m;
	memset(&m, 0, sizeof m);
	memset(&b, 0, sizeof b);
	v[0].iov_base = &h;
	v[0].iov_len = sizeof h;
	v[1].iov_base = &b;
	v[1].iov_len = sizeof b;
	m.msg_iov = v;
	m.msg_iovlen = 2;
	while (recvmsg(fd, &m, 0) > 0) {
		if (h.kind == 7 && b.ack)
			acks++; // RACE
		else if (b.what)
			others++; // RACE
	}
	return NULL;
}
int main(void)
{
	pthread_t t[2];
	int fd[2];
	socketpair(AF_UNIX, SOCK_DGRAM, 0, fd);
	pthread_create(&t[0], NULL, reader, &fd[0]);
	pthread_create(&t[1], NULL, reader, &fd[1]);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return acks + others;
}
