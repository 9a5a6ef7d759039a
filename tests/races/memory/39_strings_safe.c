// SPDX-License-Identifier: MIT
/* strcpy, sprintf, strcat and snprintf write their target. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char title[64];

static void *author(void *arg)
{
	pthread_mutex_lock(&m);
	strcpy(title, "A"); // NORACE
	strcat(title, " title"); // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

static void *editor(void *arg)
{
	pthread_mutex_lock(&m);
	snprintf(title, sizeof(title), "edition %d", 2); // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, author, NULL);
	pthread_create(&second, NULL, editor, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
