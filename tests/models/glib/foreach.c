// SPDX-License-Identifier: MIT
/* What is in a container is what its foreach gives to the function: keys and values, also
 * those that were put in before others. */
#include <pthread.h>

#include "glib.h"

typedef struct GPtrArray GPtrArray;
typedef struct GTree GTree;
GTree *g_tree_new_full(int (*)(const void *, const void *, void *), void *, void (*)(void *),
		       void (*)(void *));
void g_tree_insert(GTree *, void *, void *);
void g_tree_foreach(GTree *, int (*)(void *, void *, void *), void *);
void g_hash_table_foreach(GHashTable *, void (*)(void *, void *, void *), void *);
GPtrArray *g_ptr_array_new(void);
void g_ptr_array_add(GPtrArray *, void *);
void g_ptr_array_foreach(GPtrArray *, void (*)(void *, void *), void *);
void g_list_foreach(GList *, void (*)(void *, void *), void *);

struct item { int uses, name; };
static struct item in_tree, tree_key, in_table, table_key, first, last, in_list, guarded;
static GTree *tree;
static GHashTable *table, *locked;
static GPtrArray *array;
static GList *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int use_in_tree(void *key, void *value, void *arg)
{
	(void)arg;
	((struct item *)key)->name++;	// RACE
	((struct item *)value)->uses++; // RACE
	return 0;
}

static void use_in_table(void *key, void *value, void *arg)
{
	(void)arg;
	((struct item *)key)->name++;	// RACE
	((struct item *)value)->uses++; // RACE
}

static void use_in_array(void *item, void *arg)
{
	(void)arg;
	((struct item *)item)->uses++; // RACE
}

static void use_in_list(void *item, void *arg)
{
	(void)arg;
	((struct item *)item)->uses++; // RACE
}

static void use_guarded(void *key, void *value, void *arg)
{
	(void)key, (void)arg;
	((struct item *)value)->uses++; // NORACE
}

static void *worker(void *arg)
{
	g_tree_foreach(tree, use_in_tree, NULL);
	g_hash_table_foreach(table, use_in_table, NULL);
	g_ptr_array_foreach(array, use_in_array, NULL);
	g_list_foreach(list, use_in_list, NULL);
	pthread_mutex_lock(&lock);
	g_hash_table_foreach(locked, use_guarded, NULL);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t id;
	int n;

	tree = g_tree_new_full(NULL, NULL, NULL, NULL);
	table = g_hash_table_new(NULL, NULL);
	locked = g_hash_table_new(NULL, NULL);
	array = g_ptr_array_new();
	g_tree_insert(tree, &tree_key, &in_tree);
	g_hash_table_insert(table, &table_key, &in_table);
	g_hash_table_insert(locked, NULL, &guarded);
	g_ptr_array_add(array, &first);
	g_ptr_array_add(array, &last);
	list = g_list_append(list, &in_list);
	pthread_create(&id, NULL, worker, NULL);
	n = in_tree.uses + tree_key.name;    // RACE
	n += in_table.uses + table_key.name; // RACE
	n += first.uses;		     // RACE
	n += last.uses;			     // RACE
	n += in_list.uses;		     // RACE
	pthread_mutex_lock(&lock);
	n += guarded.uses; // NORACE
	pthread_mutex_unlock(&lock);
	return n;
}
