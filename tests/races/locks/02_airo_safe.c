// SPDX-License-Identifier: MIT
/* RELAY, Figure 1: the helper releases the lock its caller took; the statistics are
 * written after that. Two threads on the same device. */
#include <pthread.h>

struct power {
	int ev;
};

struct statistics {
	unsigned tx_p;
	unsigned rx_p;
};

struct airo_info {
	pthread_mutex_t lock;
	struct power pwr;
	struct statistics stats;
};

struct net_device {
	const char *name;
	struct airo_info *priv;
};

static const unsigned vals[64] = { [43] = 7 };
static struct airo_info info = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct net_device device = { "wifi0", &info };

static void airo_read_stats(struct airo_info *ai)
{
	if (ai->pwr.ev) { // NORACE
		pthread_mutex_unlock(&ai->lock);
		return;
	}
	ai->stats.rx_p = vals[43]; // NORACE
	pthread_mutex_unlock(&ai->lock);
}

static void *airo_thread(void *d)
{
	struct net_device *dev = d;
	struct airo_info *ai = dev->priv; // NORACE

	pthread_mutex_lock(&ai->lock);
	airo_read_stats(ai);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, airo_thread, &device);
	pthread_create(&second, NULL, airo_thread, &device);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
