// SPDX-License-Identifier: MIT
/* Word count: a part of the text for each thread, local counts, merged under a lock. */
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 3
#define BUCKETS 64

struct entry {
	struct entry *next;
	char word[16];
	int count;
};

struct table {
	struct entry *buckets[BUCKETS];
};

struct part {
	const char *text;
	size_t length;
	int words;
};

static struct table total;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;
static int parts_done;

static unsigned hash(const char *w)
{
	unsigned h = 5381;

	while (*w)
		h = h * 33 + (unsigned char)*w++;
	return h % BUCKETS;
}

static void add(struct table *t, const char *word, int n)
{
	struct entry **at = &t->buckets[hash(word)], *e;

	for (e = *at; e; e = e->next) { // NORACE
		if (strcmp(e->word, word) == 0) { // NORACE
			e->count += n; // NORACE
			return;
		}
	}
	e = calloc(1, sizeof(*e));
	if (!e)
		abort();
	strncpy(e->word, word, sizeof(e->word) - 1); // NORACE
	e->count = n; // NORACE
	e->next = *at; // NORACE
	*at = e; // NORACE
}

static void merge(const struct table *from)
{
	const struct entry *e;
	int i;

	pthread_mutex_lock(&total_lock);
	for (i = 0; i < BUCKETS; i++) {
		for (e = from->buckets[i]; e; e = e->next) // NORACE
			add(&total, e->word, e->count); // NORACE
	}
	parts_done++; // NORACE
	pthread_mutex_unlock(&total_lock);
}

static void table_free(struct table *t)
{
	int i;

	for (i = 0; i < BUCKETS; i++) {
		while (t->buckets[i]) { // NORACE
			struct entry *e = t->buckets[i]; // NORACE

			t->buckets[i] = e->next; // NORACE
			free(e); // NORACE
		}
	}
}

static void *count(void *arg)
{
	struct part *p = arg;
	struct table mine = { 0 };
	char word[16];
	size_t i, n = 0;

	for (i = 0; i <= p->length; i++) { // NORACE
		int c = i < p->length ? p->text[i] : ' '; // NORACE

		if (isalpha(c) && n < sizeof(word) - 1) {
			word[n++] = (char)tolower(c);
		} else if (n) {
			word[n] = 0;
			add(&mine, word, 1);
			p->words++; // NORACE
			n = 0;
		}
	}
	merge(&mine);
	table_free(&mine);
	return NULL;
}

int main(int argc, char **argv)
{
	const char *text = argc > 1 ? argv[1] : "the quick brown fox and the lazy dog";
	size_t length = strlen(text), i;
	pthread_t ids[THREADS];
	struct part parts[THREADS];
	int words = 0;

	for (i = 0; i < THREADS; i++) {
		size_t from = length * i / THREADS, to = length * (i + 1) / THREADS;

		parts[i] = (struct part){ text + from, to - from, 0 }; // NORACE
		if (pthread_create(&ids[i], NULL, count, &parts[i]))
			abort();
	}
	for (i = 0; i < THREADS; i++) {
		pthread_join(ids[i], NULL);
		words += parts[i].words; // NORACE
	}
	printf("%d words, %d parts\n", words, parts_done); // NORACE
	table_free(&total);
	return 0;
}
