// SPDX-License-Identifier: MIT
// RUN: --all
/* The names that headers make of the library's functions. 'init' and 'destroy' have other places
 * in versions 2 and 3, so what is there may run at any time: low confidence. */
#include <stddef.h>

struct operations {
	int (*getattr)(const char *path);
	int (*others[28])(const char *path);
	void *(*init)(void *connection); /* version 2 */
	void (*destroy)(void *data);
	int (*rest[15])(const char *path);
};

int fuse_main_real_317(int argc, char **argv, const struct operations *op, size_t size, void *data);
int fuse_main_real_versioned(int argc, char **argv, const struct operations *op, size_t size,
			     void *version, void *data);
void *fuse_new(void *args, const struct operations *op, size_t size, void *data);
void *fuse_new_30(void *args, const struct operations *op, size_t size, void *data);
void *fuse_new_31(void *args, const struct operations *op, size_t size, void *data);
void *fuse_new_317(void *args, const struct operations *op, size_t size, void *data);
void *_fuse_new(void *args, const struct operations *op, size_t size, void *data);
void *_fuse_new_30(void *args, const struct operations *op, size_t size, void *data);
void *_fuse_new_31(void *args, const struct operations *op, size_t size, void *data);

static int looked, begun;

static int look(const char *path)
{
	looked++;		      // RACE
	return path ? begun : -1; // RACE
}

static void *begin(void *connection)
{
	begun = 1; // RACE
	return connection;
}

static const struct operations table = {.getattr = look, .init = begin};

int main(int argc, char **argv)
{
	switch (argc) {
	case 1:
		return fuse_main_real_317(argc, argv, &table, sizeof(table), NULL);
	case 2:
		return fuse_main_real_versioned(argc, argv, &table, sizeof(table), NULL, NULL);
	case 3:
		return fuse_new(argv, &table, sizeof(table), NULL) != NULL;
	case 4:
		return fuse_new_30(argv, &table, sizeof(table), NULL) != NULL;
	case 5:
		return fuse_new_31(argv, &table, sizeof(table), NULL) != NULL;
	case 6:
		return fuse_new_317(argv, &table, sizeof(table), NULL) != NULL;
	case 7:
		return _fuse_new(argv, &table, sizeof(table), NULL) != NULL;
	case 8:
		return _fuse_new_30(argv, &table, sizeof(table), NULL) != NULL;
	default:
		return _fuse_new_31(argv, &table, sizeof(table), NULL) != NULL;
	}
}
