// SPDX-License-Identifier: MIT
/* A library puts its handle into a member that another thread looks at; and what is given the
 * whole struct, that begins with the handle, may write all of it. */
#include <pthread.h>

struct device;
int device_open(struct device **to, int number);
int device_fill(void *receiver);

struct receiver {
	struct device *first;
	struct device *device;
	long messages;
};

static struct receiver receiver, other;

static void *run(void *arg)
{
	device_open(&receiver.device, 0); // RACE
	device_fill(&other);              // RACE
	return arg;
}

int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, run, NULL);
	if (receiver.device)  // RACE
		other.messages++; // RACE
	pthread_join(id, NULL);
	return 0;
}
