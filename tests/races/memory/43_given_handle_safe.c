// SPDX-License-Identifier: MIT
/* A library puts its handle where it is told: into that member, not into those behind it. */
#include <pthread.h>

struct device;
int device_open(struct device **to, int number);

struct receiver {
	int level;
	struct device *device;
	long messages, bytes;
};

static struct receiver receiver;

static int set_up(struct device **to)
{
	return device_open(to, 0); // NORACE
}

static void *run(void *arg)
{
	set_up(&receiver.device);
	device_open(&receiver.device, 1); // NORACE
	return arg;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, run, NULL);
	receiver.level = 1;      // NORACE
	receiver.messages++;     // NORACE
	receiver.bytes += 10;    // NORACE
	pthread_join(id, NULL);
	return 0;
}
