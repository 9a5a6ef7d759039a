/* Objects with a state, taken by who finds it ready under the lock and makes it busy. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

enum state { CLOSED, READY, BUSY };

static struct conn {
	enum state state;
	int count;
	char buffer[16];
} conns[4];

static struct conn *claim(void)
{
	struct conn *found = NULL;

	pthread_mutex_lock(&m);
	for (int i = 0; i < 4; i++) {
		if (conns[i].state != READY) // NORACE
			continue;
		found = &conns[i];
		found->state = BUSY; // NORACE
		break;
	}
	pthread_mutex_unlock(&m);
	return found;
}

static void release(struct conn *conn, enum state state)
{
	pthread_mutex_lock(&m);
	if (state == READY)
		conn->state = READY; // NORACE
	else
		conn->state = CLOSED; // NORACE
	pthread_mutex_unlock(&m);
}

static void use_conn(void)
{
	struct conn *conn = claim();

	if (!conn)
		return;
	conn->count++; // NORACE
	memset(conn->buffer, 1, sizeof(conn->buffer)); // NORACE
	release(conn, conn->count > 9 ? CLOSED : READY); // NORACE
}

/* The state is in a struct within, in a list; who takes it waits for one. */
struct device {
	struct device *next;
	struct {
		unsigned char mode; // 2: free
	} status;
	long done;
};
static struct device *devices;

static struct device *find(void)
{
	for (struct device *d = devices; d; d = d->next) {
		if (d->status.mode == 2) {
			d->status.mode = 0; // NORACE
			return d;
		}
	}
	return NULL;
}

static void use_device(void)
{
	struct device *d;

	pthread_mutex_lock(&m);
	while ((d = find()) == NULL)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	d->done++; // NORACE
	pthread_mutex_lock(&m);
	d->status.mode = 2; // NORACE
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}

static void *run(void *p)
{
	for (int i = 0; i < 20; i++) {
		use_conn();
		use_device();
	}
	return p;
}

int main(void)
{
	pthread_t a, b, d;

	for (int i = 0; i < 4; i++)
		conns[i].state = READY;
	for (int i = 0; i < 2; i++) {
		struct device *x = calloc(1, sizeof(*x));
		x->status.mode = 2;
		x->next = devices;
		devices = x;
	}
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_create(&d, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(d, NULL);
	return conns[0].count < 0; // NORACE
}
