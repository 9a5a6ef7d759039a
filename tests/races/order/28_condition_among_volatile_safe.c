// SPDX-License-Identifier: MIT
/* A hand-over by a condition variable, in functions that do much else with volatile variables. */
#include <pthread.h>

enum { MANY = 30 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, data;
static volatile int in[MANY], out[MANY];

static void *producer(void *arg)
{
	data = 1; // NORACE
	in[0] = 0;
	in[1] = 1;
	in[2] = 2;
	in[3] = 3;
	in[4] = 4;
	in[5] = 5;
	in[6] = 6;
	in[7] = 7;
	in[8] = 8;
	in[9] = 9;
	in[10] = 10;
	in[11] = 11;
	in[12] = 12;
	in[13] = 13;
	in[14] = 14;
	in[15] = 15;
	in[16] = 16;
	in[17] = 17;
	in[18] = 18;
	in[19] = 19;
	in[20] = 20;
	in[21] = 21;
	in[22] = 22;
	in[23] = 23;
	in[24] = 24;
	in[25] = 25;
	in[26] = 26;
	in[27] = 27;
	in[28] = 28;
	in[29] = 29;
	pthread_mutex_lock(&m);
	ready = 1; // NORACE
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

static void *consumer(void *arg)
{
	pthread_mutex_lock(&m);
	while (!ready) // NORACE
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	if (out[0])
		out[0] = 0;
	if (out[1])
		out[1] = 1;
	if (out[2])
		out[2] = 2;
	if (out[3])
		out[3] = 3;
	if (out[4])
		out[4] = 4;
	if (out[5])
		out[5] = 5;
	if (out[6])
		out[6] = 6;
	if (out[7])
		out[7] = 7;
	if (out[8])
		out[8] = 8;
	if (out[9])
		out[9] = 9;
	if (out[10])
		out[10] = 10;
	if (out[11])
		out[11] = 11;
	if (out[12])
		out[12] = 12;
	if (out[13])
		out[13] = 13;
	if (out[14])
		out[14] = 14;
	if (out[15])
		out[15] = 15;
	if (out[16])
		out[16] = 16;
	if (out[17])
		out[17] = 17;
	if (out[18])
		out[18] = 18;
	if (out[19])
		out[19] = 19;
	if (out[20])
		out[20] = 20;
	if (out[21])
		out[21] = 21;
	if (out[22])
		out[22] = 22;
	if (out[23])
		out[23] = 23;
	if (out[24])
		out[24] = 24;
	if (out[25])
		out[25] = 25;
	if (out[26])
		out[26] = 26;
	if (out[27])
		out[27] = 27;
	if (out[28])
		out[28] = 28;
	if (out[29])
		out[29] = 29;
	return data ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, producer, NULL);
	pthread_create(&second, NULL, consumer, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return in[0] + out[0];
}
