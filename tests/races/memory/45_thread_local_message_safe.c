// SPDX-License-Identifier: MIT
/* A function that returns a literal, or a thread-local buffer; what it says goes through a
 * struct on the stack. Each thread reads its own buffer. */
#include <pthread.h>
#include <stdio.h>

struct line {
	const char *text;
	int level;
};

static const char *const known[] = { "no error", "no memory" };
static const char *other = "other";

static const char *error_text(int e)
{
	static _Thread_local char text[32];

	if (e >= 0 && e < 2)
		return known[e];
	if (e == 2)
		return other;
	snprintf(text, sizeof(text), "error %d", e); // NORACE
	return text;
}

static int length(const struct line *l)
{
	int n = 0;

	while (l->text[n]) // NORACE
		n++;
	return n + l->level;
}

static void *work(void *arg)
{
	struct line l = { error_text(7), 1 };

	return length(&l) > 3 ? arg : NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	return 0;
}
