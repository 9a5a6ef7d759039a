// SPDX-License-Identifier: MIT
/* A function of a module, by g_module_symbol. */
#include <pthread.h>
#include <stddef.h>

typedef void *gpointer;
typedef struct module GModule;
GModule *g_module_open(const char *path, int flags);
int g_module_symbol(GModule *module, const char *name, gpointer *out);
int g_module_close(GModule *module);

static int runs, others;

void plug_run(void)
{
	runs++; // RACE
}

void plug_other(void)
{
	others++; // NORACE nobody looks it up
}

static void *worker(void *arg)
{
	gpointer run;

	if (g_module_symbol(arg, "plug_run", &run))
		((void (*)(void))run)();
	return NULL;
}

int main(void)
{
	GModule *m = g_module_open("plug", 0);
	pthread_t a, b;

	pthread_create(&a, NULL, worker, m);
	pthread_create(&b, NULL, worker, m);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	g_module_close(m);
	return runs + others;
}
