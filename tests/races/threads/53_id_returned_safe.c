// A wrapper returns the id of the thread that it has created. Who has put it somewhere, a variable,
// a member, an element, joins it by what is there; also in another function.
#include <pthread.h>
#include <stdlib.h>

struct pool {
	pthread_t first, ids[8];
};

static struct pool pool;
static pthread_t source, sink;
static pthread_t *workers;
static unsigned number;
static int read_bytes, written_bytes, first, parts[8], copied, done, other;

static void *enter(void *f)
{
	((void (*)(void))f)();
	return NULL;
}

static pthread_t create(void (*f)(void))
{
	pthread_t id;
	int error = pthread_create(&id, NULL, enter, f);

	if (error != 0)
		exit(1);
	return id;
}

static void *bump(void *p)
{
	++*(int *)p; // NORACE
	return NULL;
}

static pthread_t create_bump(int *p)
{
	pthread_t id;

	if (pthread_create(&id, NULL, bump, p))
		abort();
	return id;
}

static void read_all(void)
{
	read_bytes++; // NORACE
}

static void write_all(void)
{
	written_bytes++; // NORACE
}

static void work(void)
{
	__sync_fetch_and_add(&done, 1); // NORACE
}

static void begin(void)
{
	sink = create(write_all);
	source = create(read_all);
}

static void end(void)
{
	(void)(pthread_join(source, NULL) && (abort(), 0));
	(void)(pthread_join(sink, NULL) && (abort(), 0));
}

static void begin_pool(struct pool *p)
{
	p->first = create_bump(&first);
	for (int i = 0; i < 8; i++)
		p->ids[i] = create_bump(&parts[i]);
}

static void end_pool(struct pool *p)
{
	pthread_join(p->first, NULL);
	for (int i = 0; i < 8; i++)
		pthread_join(p->ids[i], NULL);
}

static void copy_id(struct pool *p)
{
	pthread_t id;

	if (pthread_create(&id, NULL, bump, &other))
		exit(1);
	p->first = id;
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc; i++) {
		read_bytes = 0;	   // NORACE
		written_bytes = 0; // NORACE
		begin();
		end();
		copied += read_bytes + written_bytes; // NORACE
		first = 0;			      // NORACE
		parts[1] = 2;			      // NORACE
		begin_pool(&pool);
		end_pool(&pool);
	}
	copy_id(&pool);
	pthread_join(pool.first, NULL);
	other++; // NORACE
	number = (unsigned)argc;
	workers = malloc(number * sizeof(*workers));
	for (unsigned i = 1; i < number; i++)
		workers[i] = create(work);
	for (unsigned i = 1; i < number; i++)
		pthread_join(workers[i], NULL);
	done++; // NORACE
	return done + other + parts[1] + first;
}
