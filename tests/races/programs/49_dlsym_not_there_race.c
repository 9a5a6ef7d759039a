// SPDX-License-Identifier: MIT
/* As 49_dlsym_not_there_safe.c: but the name is only known at run time, and may be that of a function
 * of the program that code outside can see. */
#include <dlfcn.h>
#include <pthread.h>

#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define ALL(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4) TEN(M, 5) TEN(M, 6) TEN(M, 7) \
	TEN(M, 8) TEN(M, 9) TEN(M, 10) TEN(M, 11) TEN(M, 12) TEN(M, 13) TEN(M, 14) TEN(M, 15)
#define DEFINE(n) static struct s##n { int a; char b[n]; } v##n;
#define PASS(n) slot = &v##n;

typedef void hook(int);

ALL(DEFINE)
static void *slot;
static hook *print;
int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void add(int n)
{
	sum += n; // RACE
}

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	((hook *)slot)(1);
	pthread_mutex_unlock(&m);
	print(2);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;
	void *library = dlopen(argv[1], RTLD_NOW);

	ALL(PASS)
	slot = (void *)add;
	print = (hook *)dlsym(library, argv[2]);
	if (argc < 3 || !print)
		return 1;
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	return sum;
}
