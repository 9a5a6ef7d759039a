// SPDX-License-Identifier: MIT
/* A helper takes the next argument through a pointer to the list. */
#include <pthread.h>
#include <stdarg.h>
struct opt { int verbose; long seen; };
static struct opt options;
static struct opt *pull(va_list *ap)
{
	return va_arg(*ap, struct opt *);
}
static void configure(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	while (n-- > 0) {
		struct opt *o = pull(&ap);
		o->seen++; // RACE
		o->verbose = va_arg(ap, int); // RACE
	}
	va_end(ap);
}
static void *t1(void *arg)
{
	(void)arg;
	configure(1, &options, 3);
	return NULL;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, t1, NULL);
	configure(2, &options, 1, &options, 2);
	pthread_join(t, NULL);
	return 0;
}
