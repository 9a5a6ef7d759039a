// The type of an array on the heap is known from the field it is stored into, also when
// that is the first of its struct. So a string copied into one field stays in it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct peer {
	char name[64];
	int port;
	char note[32];
	pthread_t id;
};

struct peers {
	struct peer *all;
	int n;
};

static const char *names[] = {"north", "south"};

static void *resolve(void *arg)
{
	struct peer *p = arg;

	strcpy(p->name, names[rand() % 2]); // NORACE
	strcpy(p->note, names[rand() % 2]); // RACE
	return NULL;
}

static struct peers *make(int n)
{
	struct peers *s = malloc(sizeof(*s));

	if (!s)
		exit(1);
	s->n = n;
	s->all = calloc(n, sizeof(struct peer));
	if (!s->all)
		exit(1);
	return s;
}

int main(int argc, char **argv)
{
	struct peers *s = make(argc);

	(void)argv;
	for (int i = 0; i < s->n; i++) {
		if (pthread_create(&s->all[i].id, NULL, resolve, &s->all[i]) != 0)
			return 1;
	}
	for (int i = 0; i < s->n; i++) {
		s->all[i].port++; // NORACE
		s->all[i].note[0] = 'x'; // RACE
	}
	return 0;
}
