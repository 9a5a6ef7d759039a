// SPDX-License-Identifier: MIT
/* What a 'void *' leads to is called by the variable that it is. */
#include <pthread.h>
#include <stdlib.h>

struct mt {
	char name[64];
	unsigned total, frees;
};

static struct mt infra;

static void done(void *type, void *p)
{
	if (type)
		((struct mt *)type)->frees++;
	free(p);
}

static void *work(void *arg)
{
	done(&infra, arg);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return infra.frees;
}
