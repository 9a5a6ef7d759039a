// SPDX-License-Identifier: MIT
// Like 58_given_functions_safe.c, but the worker gives the last one too, by a variable.
#include <pthread.h>
#include <stddef.h>

typedef int (*compare_fn)(const void *, const void *, void *);

static void merge_sort(char *b, size_t n, compare_fn compare, void *context)
{
	if (n <= 1)
		return;
	merge_sort(b, n / 2, compare, context);
	merge_sort(b + n / 2, n - n / 2, compare, context);
	if (compare(b, b + n / 2, context) > 0) {
		char c = b[0];
		b[0] = b[n / 2];
		b[n / 2] = c;
	}
}

static int sort(void *b, size_t n, compare_fn compare, void *context)
{
	if (!b || !compare)
		return -1;
	merge_sort(b, n, compare, context);
	return 0;
}

static int order(const void *a, const void *b)
{
	return *(const char *)a - *(const char *)b;
}

static int by_0(const void *a, const void *b, void *c) { return order(a, b) + 0 + !c; }
static int by_1(const void *a, const void *b, void *c) { return order(a, b) + 1 + !c; }
static int by_2(const void *a, const void *b, void *c) { return order(a, b) + 2 + !c; }
static int by_3(const void *a, const void *b, void *c) { return order(a, b) + 3 + !c; }
static int by_4(const void *a, const void *b, void *c) { return order(a, b) + 4 + !c; }
static int by_5(const void *a, const void *b, void *c) { return order(a, b) + 5 + !c; }
static int by_6(const void *a, const void *b, void *c) { return order(a, b) + 6 + !c; }
static int by_7(const void *a, const void *b, void *c) { return order(a, b) + 7 + !c; }
static int by_8(const void *a, const void *b, void *c) { return order(a, b) + 8 + !c; }
static int by_9(const void *a, const void *b, void *c) { return order(a, b) + 9 + !c; }
static int by_10(const void *a, const void *b, void *c) { return order(a, b) + 10 + !c; }
static int by_11(const void *a, const void *b, void *c) { return order(a, b) + 11 + !c; }
static int by_12(const void *a, const void *b, void *c) { return order(a, b) + 12 + !c; }
static int by_13(const void *a, const void *b, void *c) { return order(a, b) + 13 + !c; }
static int by_14(const void *a, const void *b, void *c) { return order(a, b) + 14 + !c; }

static int last_count;

static int by_last(const void *a, const void *b, void *c)
{
	(void)c;
	last_count++;	// RACE
	return order(a, b);
}

static compare_fn chosen = by_last;

static void *worker(void *arg)
{
	char data[8] = {0};
	sort(data, 8, by_0, arg);
	sort(data, 8, by_1, arg);
	sort(data, 8, by_2, arg);
	sort(data, 8, by_3, arg);
	sort(data, 8, by_4, arg);
	sort(data, 8, by_5, arg);
	sort(data, 8, by_6, arg);
	sort(data, 8, by_7, arg);
	sort(data, 8, by_8, arg);
	sort(data, 8, by_9, arg);
	sort(data, 8, by_10, arg);
	sort(data, 8, by_11, arg);
	sort(data, 8, by_12, arg);
	sort(data, 8, by_13, arg);
	sort(data, 8, by_14, arg);
	sort(data, 8, chosen, arg);
	return NULL;
}

int main(void)
{
	pthread_t t;
	char data[8] = {0};
	pthread_create(&t, NULL, worker, NULL);
	sort(data, 8, by_last, NULL);
	pthread_join(t, NULL);
	return 0;
}
