// SPDX-License-Identifier: MIT
// What variables begin with, of every kind: none of it is zero.
#include <pthread.h>
#include <wchar.h>

#define ONES 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
#define MANY ONES, ONES, ONES, ONES, ONES, ONES, ONES, ONES

static int table[128] = {MANY};
static unsigned char bytes[128] = {MANY}, few[4] = {5, 5, 5, 5};
static char name[8] = "abcdefg", text[128] = {MANY};
static float f = 1.5f;
static double g = 2.5;
static __int128 big = (__int128)7 << 64;
static int sparse[300] = {[7] = 3};
static union {
	int i;
	float f;
} u = {.f = 1.0f};
static struct {
	char text[6];
	short s;
	struct {
		long list[16];
	} in;
} st = {"hello", 9, {{ONES}}};
static wchar_t wide[4] = L"xyz";
static struct pair {
	int a;
	float b;
} pair = {0, 1.0f};
static int *addresses[2] = {&table[3], &table[4]};
static const struct flags {
	int on, off;
} flags[2] = {{1, 0}, {1, 0}}, one = {1, 0};
static int n[15], more[4], never;

static void work(int i, const struct flags *o)
{
	if (table[i])
		n[0]++;	// RACE
	if (table[5])
		n[1]++;	// RACE
	if (bytes[i])
		n[2]++;	// RACE
	if (few[i])
		n[3]++;	// RACE
	if (name[1])
		n[4]++;	// RACE
	if (text[2])
		n[5]++;	// RACE
	if (*(int *)&f)
		n[6]++;	// RACE
	if (*(long *)&g)
		n[7]++;	// RACE
	if (((long *)&big)[1])
		n[8]++;	// RACE
	if (sparse[i])
		n[9]++;	// RACE
	if (u.i)
		n[10]++;	// RACE
	if (st.text[2])
		n[11]++;	// RACE
	if (st.s)
		n[12]++;	// RACE
	if (st.in.list[2])
		n[13]++;	// RACE
	if (wide[1])
		n[14]++;	// RACE
	if (*(long *)&pair)
		more[0]++;	// RACE
	if (addresses[i])
		more[1]++;	// RACE
	if (flags[i].on)
		more[2]++;	// RACE
	if (o->on)
		more[3]++;	// RACE
	if (o->off || !o->on)
		never++;	// NORACE
}

static void *run(void *arg)
{
	work(*(int *)arg, &one);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;
	(void)argv;
	pthread_create(&t, NULL, run, &argc);
	work(argc, &one);
	pthread_join(t, NULL);
	return 0;
}
