// FLAGS: -target x86_64-pc-linux-gnu
// Atomic accesses with their memory order.
struct pair {
	long a, b, c;
};
_Atomic int counter;
_Atomic(void *) head;
_Atomic struct pair big;
volatile int flag;
int plain;

int loads(void)
{
	int a = counter;
	a += __atomic_load_n(&plain, __ATOMIC_RELAXED);
	a += __atomic_load_n(&plain, __ATOMIC_CONSUME);
	a += __atomic_load_n(&plain, __ATOMIC_ACQUIRE);
	return a + flag;
}

void stores(void)
{
	counter = 1;
	__atomic_store_n(&plain, 2, __ATOMIC_RELAXED);
	__atomic_store_n(&plain, 3, __ATOMIC_RELEASE);
	flag = 4;
}

int updates(int n)
{
	int s = counter++;
	s += __atomic_fetch_sub(&plain, n, __ATOMIC_ACQ_REL);
	s += __atomic_fetch_and(&plain, n, __ATOMIC_RELAXED);
	s += __atomic_fetch_or(&plain, n, __ATOMIC_ACQUIRE);
	s += __atomic_fetch_xor(&plain, n, __ATOMIC_RELEASE);
	s += __atomic_fetch_nand(&plain, n, __ATOMIC_SEQ_CST);
	s += __atomic_exchange_n(&plain, n, __ATOMIC_ACQ_REL);
	s += __atomic_fetch_max(&plain, n, __ATOMIC_RELAXED);
	s += __sync_fetch_and_add(&plain, 1);
	return s + __sync_lock_test_and_set(&plain, 1);
}

_Bool swap(void *expected, void *with)
{
	return __c11_atomic_compare_exchange_strong(&head, &expected, with, __ATOMIC_ACQ_REL,
						    __ATOMIC_ACQUIRE);
}

int swap_value(int old, int new)
{
	return __sync_val_compare_and_swap(&plain, old, new);
}

_Bool swap_bool(int *p)
{
	return __sync_bool_compare_and_swap(p, 0, 1);
}

void fences(void)
{
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	__atomic_thread_fence(__ATOMIC_RELEASE);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	__atomic_signal_fence(__ATOMIC_ACQ_REL);
	__sync_synchronize();
}

struct pair large(void)
{
	return big;
}

void runtime_order(int order)
{
	__atomic_store_n(&plain, 1, order);
}
