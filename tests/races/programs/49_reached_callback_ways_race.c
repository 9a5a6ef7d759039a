// SPDX-License-Identifier: MIT
// A function that an unknown one finds in a list, in a table, in memory of no type, or was given
// by a call through a pointer of which nothing is known.
// RUN: --all
#include <stddef.h>
#include <stdlib.h>

struct node {
	struct node *next;
	union {
		void *data;
		void (*call)(void *);
	} u;
	int kind;
};
struct api {
	int (*add)(struct node *);
};
struct entry {
	const char *name;
	void (*fn)(int);
};
extern int publish(struct node *);
extern const struct api *get_api(int);
extern void add_table(const struct entry *, size_t);
extern void visit(void *);

static int in_list, by_api, in_table, also_in_table, in_bytes;
static struct node *head;

static void of_list(void *x)
{
	in_list += x != NULL; // RACE
}

static void of_api(void *x)
{
	by_api += x != NULL; // RACE
}

static void of_table(int x)
{
	in_table += x; // RACE
}

static void also_of_table(int x)
{
	also_in_table += x; // RACE
}

static void of_bytes(void *x)
{
	in_bytes += x != NULL; // RACE
}

static void push(void (*f)(void *), int kind)
{
	struct node *n = malloc(sizeof(*n));

	if (!n)
		return;
	n->kind = kind;
	n->next = head;
	if (kind != 1)
		n->u.data = NULL;
	else
		n->u.call = f;
	head = n;
}

static const struct entry entries[] = {{"a", of_table}, {"b", also_of_table}, {NULL, NULL}};

int main(int argc, char **argv)
{
	static struct node node;
	void *raw[4];

	(void)argv;
	push(of_list, argc);
	publish(head);
	node.u.call = of_api;
	get_api(3)->add(&node);
	add_table(entries, 2);
	raw[argc % 4] = (void *)of_bytes;
	visit(raw);
	return in_list + by_api + in_table + also_in_table + in_bytes; // RACE
}
