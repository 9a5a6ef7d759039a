// SPDX-License-Identifier: MIT
/* What a library function leaves in the memory it is given is no longer what was
 * there: the result of a thread, numbers that scanf finds, bytes of a vector, also when a
 * helper makes the call. What it only reads stays known. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int result, joined, scanned, listed, filled, received, printed, written, assembled;
static pthread_key_t key, lazy;
static int made;

static void scan(int *n)
{
	if (scanf("%d", n) != 1)
		putchar('?');
}

__attribute__((format(scanf, 1, 2))) static void scan_list(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	if (vscanf(format, list) != 1)
		putchar('?');
	va_end(list);
}

static void print(const int *n)
{
	printf("%d", *n);
}

static long fill(const struct iovec *v)
{
	return readv(0, v, 1);
}

static long drain(const struct iovec *v)
{
	return writev(1, v, 1);
}

static long receive(struct msghdr *m)
{
	return recvmsg(0, m, 0);
}

static void assemble(int *n)
{
	__asm__ volatile("" : "=m"(*n));
}

static void join(pthread_t t, void **out)
{
	pthread_join(t, out);
}

static void *maker(void *arg)
{
	(void)arg;
	return &result;
}

/* The key is made by whoever comes first, without a lock. */
static void *own(void)
{
	if (!made) { // RACE
		pthread_key_create(&lazy, NULL); // RACE
		made = 1; // RACE
	}
	return pthread_getspecific(lazy); // RACE
}

static void *other(void *arg)
{
	result++; // RACE
	joined++; // RACE
	scanned++; // RACE
	listed++; // RACE
	filled++; // RACE
	received++; // RACE
	assembled++; // RACE
	printed++; // NORACE
	written++; // NORACE
	return own() ? arg : NULL;
}

static void look(void)
{
	int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0;
	struct iovec in = {&c, sizeof(c)}, out = {&d, sizeof(d)}, part = {&e, sizeof(e)};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};

	scan(&a);
	if (a)
		scanned++; // RACE
	scan_list("%d", &b);
	if (b)
		listed++; // RACE
	fill(&in);
	if (c)
		filled++; // RACE
	drain(&out);
	if (d)
		written++; // NORACE
	receive(&message);
	if (e)
		received++; // RACE
	print(&f);
	if (f)
		printed++; // NORACE
	assemble(&g);
	if (g)
		assembled++; // RACE
}

int main(void)
{
	pthread_t a, b, c;
	void *first = NULL, *second = NULL;

	pthread_key_create(&key, NULL);
	pthread_create(&a, NULL, other, NULL);
	pthread_create(&b, NULL, maker, NULL);
	pthread_create(&c, NULL, maker, NULL);
	look();
	pthread_join(b, &first);
	if (first)
		joined++; // RACE
	join(c, &second);
	*(int *)second = 1; // RACE
	return own() == first;
}
