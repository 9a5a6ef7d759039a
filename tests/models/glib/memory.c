// SPDX-License-Identifier: MIT
/* GLib's memory, strings, private data, queues and containers. */
#include "glib.h"

static GAsyncQueue *queue;
static GHashTable *table, *read_table;
static GPrivate key;
static GList *list;
static char printed[32], shown[32];
static int held;

static void *producer(void *arg)
{
	int *fresh = g_malloc(8), *zero = g_malloc0(8), *kept;
	char *text = g_strdup_printf("%s", shown); // RACE

	fresh[0] = 1; // NORACE
	zero[0] = 1; // NORACE
	fresh = g_realloc(fresh, 16);
	fresh[1] = 1; // NORACE
	text[0] = 'x'; // NORACE
	g_free(text);
	g_private_set(&key, zero);
	kept = g_private_get(&key);
	kept[1] = 1; // NORACE
	g_async_queue_push(queue, g_malloc(8)); // NORACE
	g_hash_table_insert(table, "k", "v"); // RACE
	g_hash_table_lookup(read_table, "k"); // NORACE
	g_snprintf(printed, sizeof(printed), "%d", 1); // RACE
	list = g_list_append(list, NULL); // RACE
	g_async_queue_lock(queue);
	held++; // NORACE
	g_async_queue_unlock(queue);
	return arg;
}

static void *consumer(void *arg)
{
	int n = 0;

	shown[0] = 1; // RACE
	n += g_async_queue_pop(queue) != NULL; // NORACE
	n += g_hash_table_lookup(table, "k") != NULL; // RACE
	n += g_hash_table_lookup(read_table, "k") != NULL; // NORACE
	n += printed[1]; // RACE
	n += list != NULL; // RACE
	g_async_queue_lock(queue);
	held++; // NORACE
	g_async_queue_unlock(queue);
	return n ? arg : NULL;
}

int main(void)
{
	GThread *a, *b;

	queue = g_async_queue_new();
	table = g_hash_table_new(NULL, NULL);
	read_table = g_hash_table_new(NULL, NULL);
	a = g_thread_new("a", producer, NULL);
	b = g_thread_new("b", consumer, NULL);
	g_thread_join(a);
	g_thread_join(b);
	return 0;
}
