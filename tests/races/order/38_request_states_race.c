// SPDX-License-Identifier: MIT
/* As 38_request_states_safe.c, but one state each is not what it seems: written after the reply, two who ask,
 * taken without a look, or given up before the reply has come. */
#include <pthread.h>

enum state { IDLE, REQUEST, BUSY, REPLY };

struct channel {
	pthread_mutex_t m;
	pthread_cond_t c;
	enum state state;
	int in, out;
};
#define CHANNEL {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, IDLE, 0, 0}

static struct channel after = CHANNEL, two = CHANNEL, blind = CHANNEL, brief = CHANNEL;

static void *serve_and_write(void *arg)
{
	pthread_mutex_lock(&after.m);
	while (after.state != REQUEST)
		pthread_cond_wait(&after.c, &after.m);
	after.state = BUSY;
	pthread_mutex_unlock(&after.m);
	after.out = after.in;
	pthread_mutex_lock(&after.m);
	after.state = REPLY;
	pthread_cond_broadcast(&after.c);
	pthread_mutex_unlock(&after.m);
	after.out++; // RACE
	return arg;
}

static int ask_after(int question)
{
	after.in = question; // NORACE
	pthread_mutex_lock(&after.m);
	after.state = REQUEST;
	pthread_cond_broadcast(&after.c);
	while (after.state != REPLY)
		pthread_cond_wait(&after.c, &after.m);
	after.state = IDLE;
	pthread_mutex_unlock(&after.m);
	return after.out; // RACE
}

static void *serve_two(void *arg)
{
	pthread_mutex_lock(&two.m);
	while (two.state != REQUEST)
		pthread_cond_wait(&two.c, &two.m);
	two.state = BUSY;
	pthread_mutex_unlock(&two.m);
	two.out = two.in; // RACE
	pthread_mutex_lock(&two.m);
	two.state = REPLY;
	pthread_cond_broadcast(&two.c);
	pthread_mutex_unlock(&two.m);
	return arg;
}

static void *ask_two(void *arg)
{
	two.in = arg != NULL; // RACE
	pthread_mutex_lock(&two.m);
	two.state = REQUEST;
	pthread_cond_broadcast(&two.c);
	while (two.state != REPLY)
		pthread_cond_wait(&two.c, &two.m);
	two.state = IDLE;
	pthread_mutex_unlock(&two.m);
	return arg;
}

static void *serve_blind(void *arg)
{
	pthread_mutex_lock(&blind.m);
	blind.state = BUSY;
	pthread_mutex_unlock(&blind.m);
	blind.out = blind.in; // RACE
	pthread_mutex_lock(&blind.m);
	blind.state = REPLY;
	pthread_cond_broadcast(&blind.c);
	pthread_mutex_unlock(&blind.m);
	return arg;
}

static void ask_blind(int question)
{
	blind.in = question; // RACE
	pthread_mutex_lock(&blind.m);
	blind.state = REQUEST;
	while (blind.state != REPLY)
		pthread_cond_wait(&blind.c, &blind.m);
	blind.state = IDLE;
	pthread_mutex_unlock(&blind.m);
}

static void *serve_brief(void *arg)
{
	pthread_mutex_lock(&brief.m);
	while (brief.state != REQUEST)
		pthread_cond_wait(&brief.c, &brief.m);
	brief.state = BUSY;
	pthread_mutex_unlock(&brief.m);
	brief.out = brief.in; // RACE
	pthread_mutex_lock(&brief.m);
	brief.state = REPLY;
	pthread_cond_broadcast(&brief.c);
	pthread_mutex_unlock(&brief.m);
	return arg;
}

static void ask_brief(int question)
{
	brief.in = question; // RACE
	pthread_mutex_lock(&brief.m);
	brief.state = REQUEST;
	if (brief.state != REPLY)
		pthread_cond_wait(&brief.c, &brief.m);
	brief.state = IDLE;
	pthread_mutex_unlock(&brief.m);
}

int main(void)
{
	pthread_t id[6];

	pthread_create(&id[0], NULL, serve_and_write, NULL);
	pthread_create(&id[1], NULL, serve_two, NULL);
	pthread_create(&id[2], NULL, serve_blind, NULL);
	pthread_create(&id[3], NULL, serve_brief, NULL);
	pthread_create(&id[4], NULL, ask_two, NULL);
	pthread_create(&id[5], NULL, ask_two, &id);
	ask_after(1);
	ask_blind(1);
	for (int i = 0; i < 2; i++)
		ask_brief(i);
	return 0;
}
