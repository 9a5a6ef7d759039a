// SPDX-License-Identifier: MIT
#include <pthread.h>

struct handle; /* only handle.c knows what is in it */
struct options {
	int debug, level;
};

struct handle *handle_open(void);
struct options *handle_options(struct handle *h);
int handle_start(struct handle *h);
void handle_stop(struct handle *h);
