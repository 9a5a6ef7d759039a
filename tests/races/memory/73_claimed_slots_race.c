/* Slots with a flag in them that do not belong to who has set it. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

#define SLOTS(name)                                                                      \
	static struct name {                                                             \
		int used, len;                                                           \
	} name[9];                                                                       \
	static struct name *get_##name(pthread_mutex_t *lock)                            \
	{                                                                                \
		struct name *s = NULL;                                                   \
		pthread_mutex_lock(lock);                                                \
		for (int i = 0; i < 8; i++) {                                            \
			if (!name[i].used) {                                             \
				name[i].used = 1;                                        \
				s = &name[i];                                            \
				break;                                                   \
			}                                                                \
		}                                                                        \
		pthread_mutex_unlock(lock);                                              \
		return s;                                                                \
	}                                                                                \
	static void put_##name(struct name *s)                                           \
	{                                                                                \
		pthread_mutex_lock(&m);                                                  \
		s->used = 0;                                                             \
		pthread_mutex_unlock(&m);                                                \
	}

/* Somebody frees it who does not have it. */
SLOTS(reset)
static void use_reset(void)
{
	struct reset *s = get_reset(&m);
	if (s) {
		s->len = 1; // RACE
		put_reset(s);
	}
	put_reset(&reset[3]);
}

/* It was given back before. */
SLOTS(late)
static void use_late(void)
{
	struct late *s = get_late(&m);
	if (s) {
		s->len = 1; // RACE
		put_late(s);
		s->len = 2; // RACE
	}
}

/* Others look at all of them, under the lock. */
SLOTS(seen)
static int use_seen(void)
{
	int sum = 0;
	struct seen *s = get_seen(&m);
	if (s) {
		s->len = 1; // RACE
		put_seen(s);
	}
	pthread_mutex_lock(&m);
	for (int i = 0; i < 8; i++)
		sum += seen[i].len; // RACE
	pthread_mutex_unlock(&m);
	return sum;
}

/* It is cleared with the rest of the slot. */
SLOTS(cleared)
static void use_cleared(void)
{
	struct cleared *s = get_cleared(&m);
	if (s) {
		s->len = 1; // RACE
		pthread_mutex_lock(&m);
		memset(s, 0, sizeof(*s)); // RACE
		pthread_mutex_unlock(&m);
		s->len = 2; // RACE
	}
}

/* Not what was claimed. */
SLOTS(next)
static void use_next(void)
{
	struct next *s = get_next(&m);
	if (s) {
		s[1].len = 1; // RACE
		s->len = 2; // RACE
		put_next(s);
	}
}

/* Not always what was claimed. */
static struct picked {
	int used, len;
} picked[8];
static struct picked *get_picked(int first)
{
	struct picked *s = NULL;
	pthread_mutex_lock(&m);
	for (int i = 0; i < 8; i++) {
		if (!picked[i].used) {
			picked[i].used = 1;
			s = first ? &picked[0] : &picked[i];
			break;
		}
	}
	pthread_mutex_unlock(&m);
	return s;
}
static void use_picked(int first)
{
	struct picked *s = get_picked(first);
	if (s)
		s->len = 1; // RACE
}

/* Another lock was taken in between. */
static struct gap {
	int used, len;
} gap[8];
static void use_gap(void)
{
	for (int i = 0; i < 8; i++) {
		pthread_mutex_lock(&m);
		int used = gap[i].used;
		pthread_mutex_unlock(&m);
		if (used)
			continue;
		pthread_mutex_lock(&m);
		gap[i].used = 1;
		pthread_mutex_unlock(&m);
		gap[i].len++; // RACE
		pthread_mutex_lock(&m);
		gap[i].used = 0;
		pthread_mutex_unlock(&m);
	}
}

/* The other one has looked under another lock. */
static struct apart {
	int used, len;
} apart[8];
static void use_apart(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	for (int i = 0; i < 8; i++) {
		if (!apart[i].used) { // RACE
			apart[i].used = 1; // RACE
			break;
		}
	}
	pthread_mutex_unlock(lock);
}

/* The index is that of another one. */
static int lane_busy[8];
static long lane_work[9];
static void use_lane(int add)
{
	int r = -1;
	pthread_mutex_lock(&m);
	for (int i = 0; i < 8 && r < 0; i++) {
		if (lane_busy[i] == 0) {
			lane_busy[i] = 1;
			r = i + add;
		}
	}
	pthread_mutex_unlock(&m);
	if (r >= 0)
		lane_work[r]++; // RACE
}

static struct buf {
	atomic_int busy;
	int len;
} bufs[8];
static void use_buf(void)
{
	for (int i = 0; i < 8; i++) {
		int z = 0;
		if (!atomic_compare_exchange_strong(&bufs[i].busy, &z, 1))
			continue;
		atomic_store(&bufs[i].busy, 0);
		bufs[i].len++; // RACE
	}
}

static void *run(void *p)
{
	use_reset();
	use_late();
	use_seen();
	use_cleared();
	use_next();
	use_picked(p != NULL);
	use_gap();
	use_apart(p ? &m : &other);
	use_lane(p != NULL);
	use_buf();
	return p;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, run, NULL);
	pthread_create(&b, NULL, run, &a);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
