// SPDX-License-Identifier: MIT
/* Names that are handed on until they are looked up: what is called is the function of that name,
 * as it is or as libtool has named it in the module. */
#include <pthread.h>
#include <stddef.h>

void *dlvsym(void *handle, const char *name, const char *version);
void *lt_dlsym(void *handle, const char *name); /* libltdl */

#define plug_run first_LTX_plug_run

typedef void (*action)(void);

struct module {
	action run, stop, made;
};

static int runs, stops, others, ends, ways;

void plug_run(void)
{
	runs++; // RACE
}

void second_LTX_plug_run(void)
{
	others++; // RACE
}

void plug_stop(void)
{
	stops++; // NORACE called by main only
}

void plug_runs(void)
{
	ends++; // NORACE nobody looks up this name
}

void one_way(void)
{
	ways++; // RACE
}

static void *find(void *handle, const char *name)
{
	void *it = lt_dlsym(handle, name);

	if (it)
		return it;
	return NULL;
}

static action find_action(const char *name, void *handle)
{
	return (action)find(handle, name);
}

/* What is found is stored: it may be what any caller asks for. */
static void fill(struct module *m, void *handle, const char *name)
{
	m->made = (action)dlvsym(handle, name, "one");
}

static void load(struct module *m)
{
	m->run = find_action("plug_run", NULL);
	m->stop = find_action("plug_stop", NULL);
	fill(m, NULL, m->run ? "one_way" : "another_way");
}

static void *worker(void *arg)
{
	struct module *m = arg;

	m->run();
	m->made();
	return NULL;
}

static struct module loaded;

int main(void)
{
	pthread_t a, b;

	load(&loaded);
	pthread_create(&a, NULL, worker, &loaded);
	pthread_create(&b, NULL, worker, &loaded);
	loaded.stop();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return runs + stops + others + ends + ways;
}
