// SPDX-License-Identifier: MIT
/* A switch in a loop, each state with its own locking. */
#include <pthread.h>

enum state { IDLE, CONNECT, SEND, CLOSE, DONE };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int opened, sent, closed;

static void *machine(void *arg)
{
	enum state state = IDLE;
	int packets = 0;

	while (state != DONE) {
		switch (state) {
		case IDLE:
			pthread_mutex_lock(&m);
			state = CONNECT;
			break;
		case CONNECT:
			opened++; // FP states with the same locks are joined, the state variable with them
			state = SEND;
			break;
		case SEND:
			sent++; // FP states with the same locks are joined, the state variable with them
			if (++packets == 3)
				state = CLOSE;
			break;
		case CLOSE:
			pthread_mutex_unlock(&m);
			closed++; // RACE
			state = DONE;
			break;
		case DONE:
			break;
		}
	}
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, machine, NULL);
	pthread_create(&second, NULL, machine, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
