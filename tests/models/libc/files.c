// SPDX-License-Identifier: MIT
/* System calls read and write the memory they are given, as much of it as
 * their length says, and what the vectors in it point to. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include "../two.h"

static int fd, ends[2];
static char in[64], out[64], part[64], path[64], vector_in[64], vector_out[64], link_text[64];
static char message_in[64], sent[64], directory[64];
static struct stat status;
static struct pollfd polled[4];
static struct epoll_event events[4];
static fd_set set;

static void *calls(void *arg)
{
	struct iovec v;
	struct msghdr header = {0};
	long n = 0;

	n += read(fd, in, sizeof(in)); // RACE
	n += write(fd, out, sizeof(out)); // RACE
	n += read(fd, part, 8); // NORACE
	n += open(path, O_RDONLY); // RACE
	n += stat("/", &status); // RACE
	n += pipe(ends); // RACE
	n += poll(polled, 4, 0); // RACE
	n += epoll_wait(fd, events, 4, 0); // RACE
	n += select(1, &set, NULL, NULL, NULL); // RACE
	v = (struct iovec){vector_in, sizeof(vector_in)};
	n += readv(fd, &v, 1); // RACE
	v = (struct iovec){vector_out, sizeof(vector_out)};
	n += writev(fd, &v, 1); // RACE
	v = (struct iovec){message_in, sizeof(message_in)};
	header.msg_iov = &v;
	header.msg_iovlen = 1;
	n += recvmsg(fd, &header, 0); // RACE
	n += send(fd, sent, sizeof(sent), 0); // RACE
	n += readlink("/", link_text, sizeof(link_text)); // RACE
	n += getcwd(directory, sizeof(directory)) != NULL; // RACE
	return n ? arg : NULL;
}

static void *accesses(void *arg)
{
	long n = 0;

	n += in[5]; // RACE
	out[5] = 1; // RACE
	n += part[9]; // NORACE
	path[0] = '/'; // RACE
	n += status.st_size; // RACE
	n += ends[1]; // RACE
	n += polled[2].revents; // RACE
	n += events[2].data.fd; // RACE
	FD_SET(1, &set); // RACE
	n += vector_in[5]; // RACE
	vector_out[5] = 1; // RACE
	n += message_in[5]; // RACE
	sent[5] = 1; // RACE
	n += link_text[5]; // RACE
	n += directory[5]; // RACE
	return n ? arg : NULL;
}

TWO_THREADS(calls, accesses)
