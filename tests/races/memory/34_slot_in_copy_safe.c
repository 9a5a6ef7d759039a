// SPDX-License-Identifier: MIT
/* Detached threads are counted in a struct; shutdown waits for zero, then frees what they used. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct server { pthread_mutex_t lock; pthread_cond_t none; int active; int *table; int size; };
struct client { struct server *s; int slot; };
static void leave(struct server *s)
{
	pthread_mutex_lock(&s->lock);
	if (--s->active == 0)
		pthread_cond_signal(&s->none);
	pthread_mutex_unlock(&s->lock);
}
static void *client(void *p)
{
	struct client c = *(struct client *)p;
	free(p);
	c.s->table[c.slot] = c.slot; // FP the number in a struct that is copied is not known to be another in each thread
	leave(c.s);
	return 0;
}
static int server_accept(struct server *s, int slot)
{
	struct client *c = malloc(sizeof *c);
	pthread_t t;
	c->s = s;
	c->slot = slot;
	pthread_mutex_lock(&s->lock);
	s->active++;
	pthread_mutex_unlock(&s->lock);
	if (pthread_create(&t, 0, client, c)) {
		leave(s);
		free(c);
		return -1;
	}
	pthread_detach(t);
	return 0;
}
static void server_stop(struct server *s)
{
	pthread_mutex_lock(&s->lock);
	while (s->active != 0)
		pthread_cond_wait(&s->none, &s->lock);
	pthread_mutex_unlock(&s->lock);
	for (int i = 0; i < s->size; i++)
		printf("%d ", s->table[i]); // FP likewise
	free(s->table); // FP likewise
	s->table = 0;
}
int main(void)
{
	struct server *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->lock, 0);
	pthread_cond_init(&s->none, 0);
	s->size = 6;
	s->table = calloc(6, sizeof(int));
	for (int i = 0; i < 6; i++)
		server_accept(s, i);
	server_stop(s);
	free(s);
	return 0;
}
