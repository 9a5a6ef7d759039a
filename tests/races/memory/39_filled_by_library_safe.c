// What is stored after a library function has filled the memory is what is there.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct message {
	int kind;
	int flag;
};

static int after, other, zeroed;

static void *worker(void *arg)
{
	struct message m, n;
	struct message *h = calloc(1, sizeof(*h));

	n.flag = 0;
	read(0, &m, sizeof(m));
	m.flag = 0;
	if (m.flag)
		after++; // NORACE
	if (n.flag)
		other++; // NORACE
	if (h && h->flag)
		zeroed++; // NORACE
	free(h);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
