// SPDX-License-Identifier: MIT
/* A binary tree: constructor, recursion, parent pointers. */
#include <stdlib.h>

struct tree {
	int key;
	struct tree *left, *right, *parent;
};

static struct tree *root;

static struct tree *tree_new(int key)
{
	struct tree *t = calloc(1, sizeof(*t));

	t->key = key;
	return t;
}

static struct tree *insert(struct tree *at, int key)
{
	struct tree **side = key < at->key ? &at->left : &at->right;

	if (*side)
		return insert(*side, key);
	*side = tree_new(key);
	(*side)->parent = at;
	return *side;
}

static int sum(const struct tree *t)
{
	return t ? t->key + sum(t->left) + sum(t->right) : 0;
}

int main(void)
{
	root = tree_new(0);
	insert(root, 1);
	return sum(root);
}
