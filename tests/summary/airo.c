// RUN: dump --summary airo_thread airo_read_stats
// SPDX-License-Identifier: MIT
/*
 * RELAY, Figure 1. The paper's tables:
 *
 *   airo_read_stats: L+ {}  L- {ai->lock}
 *     read  ai->pwr.ev       L+ {}                L- {}
 *     read  vals[]           L+ {}                L- {ai->lock}
 *     write ai->stats.rx_p   L+ {}                L- {ai->lock}
 *   airo_thread: L+ {}  L- {d->priv->lock}
 *     read  d->priv               L+ {}                L- {}
 *     read  d->priv->pwr.ev       L+ {d->priv->lock}   L- {}
 *     read  vals[]                L+ {}                L- {d->priv->lock}
 *     write d->priv->stats.rx_p   L+ {}                L- {d->priv->lock}
 */
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

struct device {
	const char *name;
	struct airo_info *priv;
};

unsigned vals[64];

void airo_read_stats(struct airo_info *ai)
{
	if (ai->pwr.ev) {
		pthread_mutex_unlock(&ai->lock);
		return;
	}
	pthread_mutex_unlock(&ai->lock);
	ai->stats.rx_p = vals[43];
}

void airo_thread(struct device *d)
{
	struct device *dev = d;
	struct airo_info *ai = dev->priv;

	pthread_mutex_lock(&ai->lock);
	airo_read_stats(ai);
}
