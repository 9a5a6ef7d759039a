// SPDX-License-Identifier: MIT
/* A function of the program that is looked up by its name. */
#include <pthread.h>
#include <dlfcn.h>
int n;

void plugin(void)
{
	n++; // RACE
}

static void *one(void *arg)
{
	void (*f)(void) = (void (*)(void))dlsym(NULL, "plugin");

	if (f)
		f();
	return arg;
}

static void *two(void *arg)
{
	n = 1; // RACE
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
