// SPDX-License-Identifier: MIT
// The program looks up functions by their names: those may write what they can name, a variable that is
// visible and a struct that a header declares; not a static variable.
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>

int visible;
static int hidden, a, b, c;
static struct in_addr *shared;

static void work(void)
{
	if (visible)
		a++;	// RACE
	if (shared->s_addr)
		b++;	// RACE
	if (hidden)
		c++;	// NORACE
}

static void *run(void *arg)
{
	work();
	return arg;
}

struct in_addr *get_address(void);
struct in_addr *get_address(void)
{
	return shared;
}

int main(int argc, char **argv)
{
	pthread_t t;
	void (*start)(void) = (void (*)(void))dlsym(dlopen(argv[0], RTLD_NOW), argv[argc - 1]);
	shared = calloc(1, sizeof(*shared));
	if (!shared || !start)
		return 1;
	start();
	pthread_create(&t, NULL, run, NULL);
	a = b = c = 0;	// RACE
	pthread_join(t, NULL);
	return 0;
}
