// SPDX-License-Identifier: MIT
/*
 * A library keeps a pointer for each request, in a place that it gives to the callback. What the
 * callback has put there in an earlier call it finds in a later one; no model says so, and so
 * nothing is known to be found there.
 */
#include <pthread.h>
#include <stdlib.h>

struct MHD_Daemon;
struct MHD_Connection;
struct MHD_Daemon *MHD_start_daemon(unsigned flags, unsigned short port, int (*accept)(void),
				    void *accept_arg,
				    int (*f)(void *arg, struct MHD_Connection *c, const char *url,
					     const char *method, const char *version,
					     const char *data, size_t *size, void **state),
				    void *arg, ...);
void MHD_stop_daemon(struct MHD_Daemon *d);

struct camera {
	pthread_mutex_t lock;
	int viewers;
};

struct request {
	struct camera *camera;
};

static int answer(void *arg, struct MHD_Connection *c, const char *url, const char *method,
		  const char *version, const char *data, size_t *size, void **state)
{
	struct request *r = *state;
	(void)c, (void)url, (void)method, (void)version, (void)data, (void)size;
	if (!r) {
		r = calloc(1, sizeof(*r));
		if (!r)
			return 0;
		r->camera = arg;
		*state = r;
		return 1;
	}
	r->camera->viewers++; // FN what a library gives back to a callback is not followed
	return 1;
}

int main(void)
{
	static struct camera camera = {PTHREAD_MUTEX_INITIALIZER, 0};
	struct MHD_Daemon *d = MHD_start_daemon(0, 8080, NULL, NULL, answer, &camera, 0);
	MHD_stop_daemon(d);
	return camera.viewers;
}
