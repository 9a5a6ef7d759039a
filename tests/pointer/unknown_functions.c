// SPDX-License-Identifier: MIT
/* Functions without body and model: they may return their arguments or memory of
 * their own, and call what they are given with what they are given. */
struct thing {
	int *value;
};

struct thing *unknown_lookup(struct thing *from);
void unknown_register(void (*hook)(void *), void *data);

static int number;
static struct thing mine, data;

static void hook(void *arg)
{
	struct thing *t = arg;

	t->value = &number;
}

int main(void)
{
	struct thing *t = unknown_lookup(&mine);

	t->value = &number;
	unknown_register(hook, &data);
	return 0;
}
