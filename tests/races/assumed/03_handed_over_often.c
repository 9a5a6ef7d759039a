// SPDX-License-Identifier: MIT
// docs/soundness.md, 3: a function is in memory that an unknown function was given at five places:
// what happens after the first, and before the four that count.
// RUN: --all
struct service {
	void (*serve)(void);
};
struct holder {
	struct service *service;
};
extern void add_service(struct service *);
extern void add_holder(struct holder *);

static int early, late;

static void serve(void)
{
	if (early) // FN soundness.md, 3
		return;
	late++; // RACE
}

static struct service service = {serve};
static struct holder holder = {&service};

int main(int argc, char **argv)
{
	(void)argv;
	add_holder(&holder);
	early = argc; // FN soundness.md, 3
	add_service(&service);
	add_service(&service);
	add_service(&service);
	add_service(&service);
	late = argc; // RACE
	return 0;
}
