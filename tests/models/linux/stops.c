// SPDX-License-Identifier: MIT
/* Handlers that are stopped, and waited for: after that they do not run, until they are
 * started again. None runs twice at the same time, wherever it is started. */
#include "kernel.h"

struct list_head {
	struct list_head *next, *prev;
};
struct work_struct {
	long data;
	struct list_head entry;
	void (*func)(struct work_struct *work);
};
struct kthread_work {
	struct list_head node;
	void (*func)(struct kthread_work *work);
};
struct timer_list {
	void *entry[2];
	unsigned long expires;
	void (*function)(struct timer_list *timer);
};
struct hrtimer {
	long node[5];
	int (*function)(struct hrtimer *timer);
};
struct tasklet_struct {
	struct tasklet_struct *next;
	unsigned long state;
	int count, use_callback;
	union {
		void (*func)(unsigned long data);
		void (*callback)(struct tasklet_struct *t);
	};
	unsigned long data;
};
struct napi_struct {
	long state;
	int weight;
	int (*poll)(struct napi_struct *n, int budget);
};
struct urb {
	long refs;
	void *context;
	void (*complete)(struct urb *u);
};

void queue_delayed_work(void *queue, void *work, unsigned long delay);
int cancel_delayed_work_sync(void *work);
void kthread_queue_work(void *worker, struct kthread_work *work);
int kthread_cancel_work_sync(struct kthread_work *work);
void init_timer_key(struct timer_list *t, void (*f)(struct timer_list *), unsigned flags,
		    const char *name, void *key);
void timer_init_key(struct timer_list *t, void (*f)(struct timer_list *), unsigned flags,
		    const char *name, void *key);
void timer_setup(struct timer_list *t, void (*f)(struct timer_list *), unsigned flags);
int mod_timer(struct timer_list *t, unsigned long expires);
int del_timer(struct timer_list *t);
int del_timer_sync(struct timer_list *t);
int timer_delete_sync(struct timer_list *t);
int timer_shutdown_sync(struct timer_list *t);
void hrtimer_setup(struct hrtimer *t, int (*f)(struct hrtimer *), int clock, int mode);
void hrtimer_start(struct hrtimer *t, long time, int mode);
int hrtimer_cancel(struct hrtimer *t);
void tasklet_setup(struct tasklet_struct *t, void (*f)(struct tasklet_struct *));
void tasklet_schedule(struct tasklet_struct *t);
void tasklet_kill(struct tasklet_struct *t);
void netif_napi_add(void *dev, struct napi_struct *n, int (*f)(struct napi_struct *, int));
void netif_napi_add_tx(void *dev, struct napi_struct *n, int (*f)(struct napi_struct *, int));
void netif_napi_add_weight(void *dev, struct napi_struct *n, int (*f)(struct napi_struct *, int),
			   int weight);
void netif_napi_add_tx_weight(void *dev, struct napi_struct *n,
			      int (*f)(struct napi_struct *, int), int weight);
void napi_enable(struct napi_struct *n);
void napi_disable(struct napi_struct *n);
void netif_napi_del(struct napi_struct *n);
void __netif_napi_del(struct napi_struct *n);
int usb_submit_urb(struct urb *u, int flags);
void usb_kill_urb(struct urb *u);
void usb_poison_urb(struct urb *u);
void free_irq(int irq, void *device);
void devm_free_irq(void *owner, int irq, void *device);

static int early, late, again, own;
static struct timer_list timer;

static void tick(struct timer_list *t)
{
	early++; // RACE
	late++; // NORACE
	again++; // RACE
	mod_timer(t, 10);
	own++; // NORACE
}

static void other_start(void)
{
	mod_timer(&timer, 20);
}

/* ---- the others only have something to lose ---- */

static int delayed_count, kthread_count, key_count, key2_count, tasklet_count,
	hrtimer_count, napi_count, napi2_count, napi3_count, napi4_count, urb_count, urb2_count,
	irq_count, irq2_count;

static void on_delayed(struct work_struct *w)
{
	(void)w;
	delayed_count++; // NORACE
}

static void on_kthread(struct kthread_work *w)
{
	(void)w;
	kthread_count++; // NORACE
}

static void on_key(struct timer_list *t)
{
	(void)t;
	key_count++; // NORACE
}

static void on_key2(struct timer_list *t)
{
	(void)t;
	key2_count++; // NORACE
}

static void on_tasklet(struct tasklet_struct *t)
{
	(void)t;
	tasklet_count++; // NORACE
}

static int on_hrtimer(struct hrtimer *t)
{
	(void)t;
	hrtimer_count++; // NORACE
	return 0;
}

static int on_napi(struct napi_struct *n, int budget)
{
	(void)n;
	napi_count += budget; // NORACE
	return 0;
}

static int on_napi2(struct napi_struct *n, int budget)
{
	(void)n;
	napi2_count += budget; // NORACE
	return 0;
}

static int on_napi3(struct napi_struct *n, int budget)
{
	(void)n;
	napi3_count += budget; // NORACE
	return 0;
}

static int on_napi4(struct napi_struct *n, int budget)
{
	(void)n;
	napi4_count += budget; // RACE
	return 0;
}

static void on_urb(struct urb *u)
{
	(void)u;
	urb_count++; // NORACE
}

static void on_urb2(struct urb *u)
{
	(void)u;
	urb2_count++; // NORACE
}

static int on_irq(int irq, void *device)
{
	(void)device;
	irq_count += irq; // NORACE
	return 0;
}

static int on_irq2(int irq, void *device)
{
	(void)device;
	irq2_count += irq; // NORACE
	return 0;
}

static struct work_struct delayed = {.func = on_delayed};
static struct kthread_work kwork = {.func = on_kthread};
static struct timer_list key, key2;
static struct tasklet_struct tasklet;
static struct hrtimer hrtimer;
static struct napi_struct napi, napi2, napi3, napi4;
static struct urb urb = {.complete = on_urb}, urb2 = {.complete = on_urb2};
static int device, device2;

static void start(void)
{
	queue_delayed_work(0, &delayed, 1);
	kthread_queue_work(0, &kwork);
	init_timer_key(&key, on_key, 0, "key", 0);
	timer_init_key(&key2, on_key2, 0, "key", 0);
	mod_timer(&key, 1);
	mod_timer(&key2, 1);
	tasklet_setup(&tasklet, on_tasklet);
	tasklet_schedule(&tasklet);
	hrtimer_setup(&hrtimer, on_hrtimer, 0, 0);
	hrtimer_start(&hrtimer, 5, 0);
	netif_napi_add(0, &napi, on_napi);
	netif_napi_add_weight(0, &napi2, on_napi2, 1);
	netif_napi_add_tx(0, &napi3, on_napi3);
	netif_napi_add_tx_weight(0, &napi4, on_napi4, 1);
	napi_enable(&napi);
	napi_enable(&napi2);
	napi_enable(&napi3);
	napi_enable(&napi4);
	usb_submit_urb(&urb, 0);
	usb_submit_urb(&urb2, 0);
	request_irq(1, on_irq, 0, "irq", &device);
	request_irq(2, on_irq2, 0, "irq", &device2);
}

static void stop(void)
{
	cancel_delayed_work_sync(&delayed);
	delayed_count = 0; // NORACE
	kthread_cancel_work_sync(&kwork);
	kthread_count = 0; // NORACE
	timer_delete_sync(&key);
	key_count = 0; // NORACE
	timer_shutdown_sync(&key2);
	key2_count = 0; // NORACE
	tasklet_kill(&tasklet);
	tasklet_count = 0; // NORACE
	hrtimer_cancel(&hrtimer);
	hrtimer_count = 0; // NORACE
	napi_disable(&napi);
	napi_count = 0; // NORACE
	netif_napi_del(&napi2);
	napi2_count = 0; // NORACE
	__netif_napi_del(&napi3);
	napi3_count = 0; // NORACE
	napi_disable(&napi4);
	napi_enable(&napi4);
	napi4_count = 0; // RACE
}

static void stop_more(void)
{
	usb_kill_urb(&urb);
	urb_count = 0; // NORACE
	usb_poison_urb(&urb2);
	urb2_count = 0; // NORACE
	free_irq(1, &device);
	irq_count = 0; // NORACE
	devm_free_irq(0, 2, &device2);
	irq2_count = 0; // NORACE
}

int main(void)
{
	timer_setup(&timer, tick, 0);
	early = 0; // NORACE
	mod_timer(&timer, 10);
	other_start();
	early = 1; // RACE
	del_timer_sync(&timer);
	late = 0; // NORACE
	mod_timer(&timer, 10);
	again = 0; // RACE
	del_timer(&timer);
	again = 1; // RACE
	start();
	stop();
	stop_more();
	return 0;
}
