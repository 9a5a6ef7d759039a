/* What is found by the number of a descriptor belongs to who has it open. */
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST = 1024 };
static struct client {
	long bytes;
	char buf[32];
} clients[MOST];

static void *serve(void *p)
{
	int fd = (int)(long)p;
	struct client *c = &clients[fd];
	ssize_t n;
	c->bytes = 0; // FP numbers of open descriptors are not known to differ
	while ((n = read(fd, c->buf, sizeof(c->buf))) > 0) // FP likewise
		c->bytes += n; // FP likewise
	close(fd);
	return NULL;
}

int main(void)
{
	int l = socket(AF_INET, SOCK_STREAM, 0);
	for (;;) {
		int fd = accept(l, NULL, NULL);
		pthread_t t;
		if (fd < 0 || fd >= MOST)
			break;
		pthread_create(&t, NULL, serve, (void *)(long)fd);
		pthread_detach(t);
	}
	return 0;
}
