// SPDX-License-Identifier: MIT
// docs/soundness.md, 3: an unknown function calls, from threads of its own, a function in memory
// which it was given, or has given, and which the program calls as well.
// RUN: --all
struct service {
	void (*serve)(void);
	struct service *next;
};
extern void add_service(struct service *);
extern struct service *new_service(int);
extern void run_services(void);

static int served, asked;

static void serve(void)
{
	served++; // FN soundness.md, 3
}

static void ask(void)
{
	asked++; // FN soundness.md, 3
}

static struct service first = {serve, 0}, all = {0, &first};

int main(void)
{
	struct service *s = new_service(3);

	s->serve = ask;
	s->serve();
	add_service(&all);
	run_services();
	serve();
	return 0;
}
