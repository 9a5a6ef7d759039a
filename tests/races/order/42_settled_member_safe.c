// SPDX-License-Identifier: MIT
// What is behind a test never happens: whatever object it is in, nothing but one number is ever stored in the
// member. It comes from calloc or memset, from a function that has nothing else to return, from callers who all
// pass the same, or is stored by its name; what would set it is never called.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct handle {
	int forked, mode, traced, kept;
	char name[16];
	long level;
	pthread_t thread;
	struct part {
		unsigned char on, done;
	} parts[3];
};

static int warned, modes, traces, keeps, levels, dones, nested, made;
static struct handle first;

static int is_forked(void)
{
	return 0;
}

static void *allocate(size_t n)
{
	void *p = malloc(n);
	if (!p)
		abort();
	return memset(p, 0, n);
}

static struct handle *make(void)
{
	struct handle *h = calloc(1, sizeof(*h));
	return h;
}

static void set_mode(struct handle *h, int mode)
{
	h->mode = mode;
}

void set_traced(struct handle *h, int on);
void set_traced(struct handle *h, int on)
{
	h->traced = on;
}

static void work(struct handle *h, int i)
{
	if (h->forked)
		warned = 1;	// NORACE
	if (h->mode)
		modes++;	// NORACE
	if (h->traced)
		traces++;	// NORACE
	switch (h->kept) {
	case 0:
		break;
	default:
		keeps++;	// NORACE
	}
	if (h->level >= 1)
		levels++;	// NORACE
	if (h->parts[i].on)
		dones++;	// NORACE
}

static void *run(void *arg)
{
	struct handle *h = arg;
	work(h, h->name[0]);
	return NULL;
}

static void begin(struct handle *h, const char *name)
{
	h->forked = is_forked();
	set_mode(h, 0);
	h->level = 0;
	strcpy(h->name, name);
	h->parts[1].done = (unsigned char)name[1];
	pthread_create(&h->thread, NULL, run, h);
}

struct inner {
	int flag, count;
};
struct outer {
	struct outer *next;
	struct inner in;
};

static void look(struct inner *in)
{
	if (in->flag)
		nested++;	// NORACE
	in->count = rand();
}

static void *run_outer(void *arg)
{
	struct outer *o = arg;
	look(&o->in);
	if (o->next)
		made++;	// NORACE
	return NULL;
}

int main(int argc, char **argv)
{
	struct handle *h = argc > 1 ? make() : &first, local;
	struct outer *o = allocate(sizeof(*o));
	pthread_t t;
	memset(&local, 0, sizeof(local));
	begin(h, argv[0]);
	begin(&local, argv[0]);
	pthread_create(&t, NULL, run_outer, o);
	warned = modes = traces = keeps = levels = dones = nested = made = 0;	// NORACE
	pthread_join(h->thread, NULL);
	pthread_join(local.thread, NULL);
	pthread_join(t, NULL);
	return 0;
}
