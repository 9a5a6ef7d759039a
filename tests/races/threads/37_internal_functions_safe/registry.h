#include <pthread.h>

struct registry {
	pthread_mutex_t lock;
	int used;
	int peak;
};
extern struct registry registry;

void registry_grow(int by);
int registry_peak(void);
