/* Not constant, or not exclusive: each for another reason. */
#include <pthread.h>

static int changing, late, both, by_other, loaded, plain;
static int a1, a2, a3, a4, a5, a6;
static pthread_t id, id2;

static void *first(void *a)
{
	if (changing == 1) // RACE
		a1 = 1; // RACE
	if (late == 1)
		a2 = 1; // RACE
	if (both > 0)
		a3 = 1; // RACE
	if (by_other == 1) // RACE
		a4 = 1; // RACE
	a6 = 1; // RACE
	return a;
}

static void *second(void *a)
{
	by_other = 2; // RACE
	a5 = loaded; // RACE
	return a;
}

int main(int n, char **v)
{
	(void)v;
	changing = n;
	late = by_other = 1;
	both = n;
	loaded = 1;
	plain = n;
	/* found, then changed, then the thread is created */
	if (late == 1)
		a2 = 0;
	int was = late;
	late = n;
	if (plain == 1)
		pthread_create(&id, NULL, first, NULL);
	pthread_create(&id2, NULL, second, NULL);
	changing = 2; // RACE
	if (changing == 2)
		a1 = 2; // RACE
	if (was == 2 || was == 1)
		a2 = 2; // RACE
	if (both < 5)
		a3 = 2; // RACE
	if (by_other == 2) // RACE
		a4 = 2; // RACE
	if (loaded == 1)
		a5 = 2; // RACE
	if (plain < 2)
		a6 = 2; // RACE
	return 0;
}
