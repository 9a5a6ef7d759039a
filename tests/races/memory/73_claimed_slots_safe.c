/* Slots that are given away by a flag in them: found free under a lock, and marked there. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

/* ---- a variable with slots; the pointer is returned ---- */

static struct slot {
	int used, len;
	char data[32];
} slots[8];

static struct slot *slot_get(void)
{
	struct slot *s = NULL;
	pthread_mutex_lock(&m);
	for (int i = 0; i < 8; i++) {
		if (!slots[i].used) { // NORACE
			slots[i].used = 1; // NORACE
			s = &slots[i];
			break;
		}
	}
	pthread_mutex_unlock(&m);
	return s;
}

static void slot_put(struct slot *s)
{
	pthread_mutex_lock(&m);
	s->used = 0; // NORACE
	pthread_mutex_unlock(&m);
}

static void use_slot(void)
{
	struct slot *s = slot_get();
	if (s) {
		s->len = 3; // NORACE
		memcpy(s->data, "abc", 3); // NORACE
		slot_put(s);
	}
}

/* ---- the index is returned, by a break and by a condition of the loop ---- */

static struct {
	struct conn {
		int busy;
		long bytes;
	} conn[16];
} table;

static int conn_get(void)
{
	int found = -1;
	pthread_mutex_lock(&m);
	for (int i = 0; i < 16; i++) {
		if (table.conn[i].busy)
			continue;
		table.conn[i].busy = 1;
		found = i;
		break;
	}
	pthread_mutex_unlock(&m);
	if (found >= 0)
		table.conn[found].bytes = 0; // NORACE
	return found;
}

static void use_conn(void)
{
	int i = conn_get();
	if (i < 0)
		return;
	table.conn[i].bytes++; // NORACE
	pthread_mutex_lock(&m);
	table.conn[i].busy = 0;
	pthread_mutex_unlock(&m);
}

static int lane_busy[8];
static long lane_work[8];

static int lane_get(void)
{
	int r = -1;
	pthread_mutex_lock(&m);
	for (int i = 0; i < 8 && r < 0; i++) {
		if (lane_busy[i] == 0) {
			lane_busy[i] = 1;
			r = i;
		}
	}
	pthread_mutex_unlock(&m);
	return r;
}

static void use_lane(void)
{
	int l = lane_get();
	if (l >= 0) {
		lane_work[l]++; // NORACE
		pthread_mutex_lock(&m);
		lane_busy[l] = 0;
		pthread_mutex_unlock(&m);
	}
}

/* ---- in a list, with a wait; a helper works under the lock of its caller ---- */

static struct link {
	struct link *next;
	bool taken;
	long queries;
} *links;

static struct link *find_free(void)
{
	for (struct link *l = links; l; l = l->next) {
		if (!l->taken) {
			l->taken = true;
			return l;
		}
	}
	return NULL;
}

static void use_link(void)
{
	struct link *l;
	pthread_mutex_lock(&m);
	while (!(l = find_free()))
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	l->queries++; // NORACE
	pthread_mutex_lock(&m);
	l->taken = false;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}

/* ---- by compare and exchange ---- */

static struct buf {
	atomic_int busy;
	int len;
} bufs[8];

static struct buf *buf_get(void)
{
	for (int i = 0; i < 8; i++) {
		int z = 0;
		if (atomic_compare_exchange_strong(&bufs[i].busy, &z, 1))
			return &bufs[i];
	}
	return NULL;
}

static void use_buf(void)
{
	struct buf *b = buf_get();
	if (b) {
		b->len++; // NORACE
		atomic_store(&b->busy, 0);
	}
}

static void *run(void *p)
{
	use_slot();
	use_conn();
	use_lane();
	use_link();
	use_buf();
	return p;
}

int main(void)
{
	pthread_t a, b;
	for (int i = 0; i < 3; i++) {
		struct link *l = calloc(1, sizeof(*l));
		l->next = links;
		links = l;
	}
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	slots[0].used = 0;
	return slots[0].len; // NORACE
}
