// SPDX-License-Identifier: MIT
/* The struct is filled in while others read it; and a header is what a whole packet is copied
 * to, the rest of which follows it in memory. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct address {
	unsigned short family;
	char bytes[126];
};

struct client {
	int options;
	struct address address;
	int more;
};

struct header {
	int kind;
	int size;
};

static struct client client;
static struct header *packet;

static void set_address(struct address *to, const void *from, size_t size)
{
	memcpy(to, from, size); // RACE
}

static void receive(struct header *to, const void *from, size_t size)
{
	memcpy(to, from, size); // RACE
}

static void *serve(void *arg)
{
	char *name = getenv("ADDRESS");

	if (name) {
		set_address(&client.address, name, strlen(name));
		receive(packet, name, strlen(name));
	}
	return arg;
}

int main(void)
{
	pthread_t id;

	packet = malloc(1500);
	if (!packet || pthread_create(&id, NULL, serve, NULL))
		return 1;
	printf("%d\n", client.address.bytes[3]); // RACE
	printf("%s\n", (char *)(packet + 1));	 // RACE
	return 0;
}
