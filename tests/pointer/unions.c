// SPDX-License-Identifier: MIT
/* Members of a union share memory; what comes out goes by the declared type of
 * the variable that gets it. */
struct cat {
	int lives;
	const char *name;
};

struct dog {
	double weight;
	int *bone;
};

struct pet {
	int kind;
	union {
		struct cat *cat;
		struct dog *dog;
		void *any;
	} is;
};

static struct cat tom;
static struct dog rex;
static struct pet first = {0, {.cat = &tom}}, second;

static int bury(struct pet *p)
{
	struct dog *d = p->is.dog;

	return *d->bone;
}

int main(void)
{
	struct pet *pets[] = {&first, &second};

	second.is.dog = &rex;
	for (int i = 0; i < 2; i++) {
		if (pets[i]->kind)
			bury(pets[i]);
	}
	return pets[0]->is.any == &tom;
}
