/* What is only written before the first thread is created is a constant from then on. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum mode { COMMAND, LINES, WHOLE_FILE, NOTHING };

static struct config {
	enum mode mode;
	int quiet;
	char *message;
} cfg;
static int sent, last, lines, cleaned;

static void publish(void)
{
	sent++; // NORACE
}

/* in the thread, which exists only where lines are read */
static void *loop(void *a)
{
	switch (cfg.mode) {
	case COMMAND:
	case WHOLE_FILE:
	case NOTHING:
		publish();
		break;
	case LINES:
		break;
	}
	if (cfg.mode != LINES)
		last = 1; // NORACE
	if (!cfg.quiet)
		lines++; // NORACE
	if (cfg.message) // NORACE
		free(a);
	return NULL;
}

static int is_quiet(void)
{
	return cfg.quiet != 0;
}

static void set(struct config *c, int n, char **v)
{
	memset(c, 0, sizeof(*c));
	if (n > 1)
		c->mode = LINES;
	if (n > 2)
		c->mode = WHOLE_FILE;
	c->quiet = n > 3;
	c->message = v[0];
}

int main(int n, char **v)
{
	pthread_t id;

	set(&cfg, n, v);
	if (cfg.mode == LINES)
		pthread_create(&id, NULL, loop, NULL);
	publish();
	last = 2; // NORACE
	if (is_quiet())
		lines = 0; // NORACE
	if (cfg.mode == WHOLE_FILE) {
		cleaned = 1;
		cfg.message = NULL; // NORACE
	}
	return sent + last; // NORACE
}
