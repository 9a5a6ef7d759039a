// SPDX-License-Identifier: MIT
/* A timer that was stopped is started again by a function that is called. */
struct timer_list {
	void *entry[2];
	unsigned long expires;
	void (*function)(struct timer_list *timer);
};

int mod_timer(struct timer_list *t, unsigned long expires);
int del_timer_sync(struct timer_list *t);

static int count;

static void tick(struct timer_list *t)
{
	(void)t;
	count++; // FN what is started below is not known to the caller
}

static struct timer_list timer = {.function = tick};

static void start(void)
{
	mod_timer(&timer, 10);
}

int main(void)
{
	start();
	del_timer_sync(&timer);
	start();
	count = 0; // FN what is started below is not known to the caller
	return 0;
}
