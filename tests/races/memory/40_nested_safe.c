// SPDX-License-Identifier: MIT
/* Arrays of structs that contain structs and arrays. */
#include <pthread.h>

struct port {
	int in, out;
};

struct card {
	int slot;
	struct port ports[4];
};

static struct card cards[3];

static void *sender(void *arg)
{
	int c, p;

	for (c = 0; c < 3; c++)
		for (p = 0; p < 4; p++)
			cards[c].ports[p].out++; // NORACE
	return arg;
}

static void *receiver(void *arg)
{
	struct card *card;
	struct port *port;

	for (card = cards; card < cards + 3; card++)
		for (port = card->ports; port < card->ports + 4; port++)
			port->in = 0; // NORACE
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, sender, NULL);
	pthread_create(&second, NULL, receiver, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
