// A string that is either a literal or a static buffer: the read is one of the buffer, and is called so.
#include <pthread.h>
#include <stdio.h>

static const char *name_of(int n)
{
	static char buffer[16];

	if (!n)
		return "none";
	sprintf(buffer, "%d", n);
	return buffer;
}

static const char *title(int n)
{
	return name_of(n);
}

static void *work(void *arg)
{
	int *n = arg;

	fprintf(stderr, "%s\n", title(*n));
	return NULL;
}

int main(void)
{
	static int ids[] = {1, 2};
	pthread_t a, b;

	pthread_create(&a, NULL, work, &ids[0]);
	pthread_create(&b, NULL, work, &ids[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
