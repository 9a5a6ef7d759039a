// Locals whose address a helper has stored, and that no thread is given.
#include <pthread.h>
#include <stddef.h>

struct pair {
	int first;
	int second;
};

static void store(int **to, int *what)
{
	*to = what;
}

static void set(int *p)
{
	*p = 1; // NORACE
}

static void *worker(void *arg)
{
	struct pair mine, other;
	int *a, *b;

	store(&a, &mine.second);
	store(&b, &other.second);
	set(a);
	set(b);
	mine.second = 0; // NORACE
	other.second = *a; // NORACE
	return arg;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, worker, NULL);
	pthread_create(&u, NULL, worker, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
