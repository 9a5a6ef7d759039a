// SPDX-License-Identifier: MIT
// The same functions set what they are given and, while conf->echo is set, print what is set.
// The caller has set it to a stream that is not null.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct conf {
	FILE *echo;
	unsigned rate, seed;
};

static int set_rate(struct conf *c, const char *name, const char *value)
{
	(void)name;
	if (c->echo) {
		fprintf(c->echo, "rate = %u\n", c->rate);
		return 0;
	}
	c->rate = strtoul(value, 0, 0);	// NORACE
	return 0;
}

static int set_seed(struct conf *c, const char *name, const char *value)
{
	(void)name;
	if (c->echo) {
		fprintf(c->echo, "seed = %u\n", c->seed);
		return 0;
	}
	c->seed = strtoul(value, 0, 0);	// NORACE
	return 0;
}

static struct {
	const char *name;
	int (*set)(struct conf *, const char *, const char *);
} table[] = {{"rate", set_rate}, {"seed", set_seed}, {0, 0}};

static void echo(struct conf *c, FILE *fp)
{
	c->echo = fp;
	for (int i = 0; table[i].name; i++)
		table[i].set(c, 0, 0);
	c->echo = 0;
}

static void save(struct conf *c)
{
	FILE *fp = fopen("x", "w");
	if (!fp)
		return;
	echo(c, fp);
	fclose(fp);
}

static unsigned sum;

static void *run(void *arg)
{
	struct conf *c = arg;
	sum = c->rate;	// NORACE
	sum += c->seed;	// NORACE
	return NULL;
}

int main(int argc, char **argv)
{
	static struct conf conf;
	pthread_t id;

	for (int i = 1; i < argc; i++)
		for (int k = 0; table[k].name; k++)
			table[k].set(&conf, argv[i], argv[i]);
	pthread_create(&id, NULL, run, &conf);
	save(&conf);
	pthread_join(id, NULL);
	return sum;
}
