// SPDX-License-Identifier: MIT
#include "wheel.h"

struct session {
	pthread_mutex_t lock;
	int retries;
	int timeouts;
};

static struct session session = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct timer first_timer, second_timer;

static void on_timeout(void *data)
{
	struct session *s = data;

	pthread_mutex_lock(&s->lock);
	s->timeouts++; // NORACE
	s->retries++; // NORACE
	pthread_mutex_unlock(&s->lock);
}

int main(void)
{
	static struct wheel wheel;
	pthread_t t;
	int i;

	wheel_init(&wheel);
	pthread_create(&t, NULL, wheel_thread, &wheel);
	wheel_add(&wheel, &first_timer, 1, on_timeout, &session);
	wheel_add(&wheel, &second_timer, 2, on_timeout, &session);
	for (i = 0; i < 5; i++) {
		pthread_mutex_lock(&session.lock);
		session.timeouts++; // NORACE
		session.retries = 0; // NORACE
		pthread_mutex_unlock(&session.lock);
	}
	wheel_stop(&wheel);
	pthread_join(t, NULL);
	return session.retries > 9; // NORACE
}
