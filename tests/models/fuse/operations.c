// SPDX-License-Identifier: MIT
/* A file system: the library calls the functions of the table from several threads. What is
 * done before that, and when the call has returned, is done alone; members that are not there
 * start nothing. */
#include <pthread.h>
#include <stddef.h>

struct stat_of_file;
struct file_info;

/* The beginning is the same in versions 2 and 3. */
struct fuse_operations {
	int (*getattr)(const char *path, struct stat_of_file *st);
	int (*readlink)(const char *path, char *buffer, size_t size);
	int (*third)(const char *path);
	int (*others[9])(const char *path);
	int (*open)(const char *path, struct file_info *info);
	int (*read)(const char *path, char *buffer, size_t size, long offset,
		    struct file_info *info);
	int (*rest[32])(const char *path);
};

int fuse_main_real(int argc, char **argv, const struct fuse_operations *op, size_t size,
		   void *data);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int opened, looked, read_all, watched;
static const char *root;

static int get_attributes(const char *path, struct stat_of_file *st)
{
	looked++; // RACE
	return root && st ? path[0] : -1; // NORACE
}

static int open_file(const char *path, struct file_info *info)
{
	pthread_mutex_lock(&lock);
	opened++; // NORACE
	pthread_mutex_unlock(&lock);
	return path && info ? 0 : -1;
}

static int read_file(const char *path, char *buffer, size_t size, long offset,
		     struct file_info *info)
{
	pthread_mutex_lock(&lock);
	int n = opened; // NORACE
	pthread_mutex_unlock(&lock);
	read_all += n; // RACE
	return path && buffer && info ? (int)(size + offset) : -1;
}

static const struct fuse_operations operations = {
	.getattr = get_attributes,
	.open = open_file,
	.read = read_file,
};

static void *watch(void *unused)
{
	watched = looked; // RACE
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t watcher;
	root = argv[1];	 // NORACE
	opened = argc;	 // NORACE
	looked = argc;	 // NORACE
	pthread_create(&watcher, NULL, watch, NULL);
	int result = fuse_main_real(argc, argv, &operations, sizeof(operations), NULL);
	root = NULL; // NORACE
	read_all = 0; // NORACE
	watched = 1; // RACE
	return result;
}
