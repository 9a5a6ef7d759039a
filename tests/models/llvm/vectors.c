// SPDX-License-Identifier: MIT
// RUN: -- -target x86_64-linux-gnu
/* Intrinsics that touch memory: masked loads and stores, gathers and scatters. What only
 * computes, waits or counts touches nothing. */
#include <immintrin.h>
#include <pthread.h>

static int loaded[16], stored[16], gathered[16], scattered[16], expanded[16], compressed[16];
static int seen[16], flushed[16];
static char moved[16];
static unsigned state;

__attribute__((target("avx512f,avx512vl"))) static void *vectors(void *arg)
{
	__m512i v = _mm512_maskz_loadu_epi32(3, loaded); // RACE
	_mm512_mask_storeu_epi32(stored, 5, v); // RACE
	_mm512_mask_i32scatter_epi32(scattered, 5, v, v, 4); // RACE
	v = _mm512_i32gather_epi32(v, gathered, 4); // RACE
	v = _mm512_maskz_expandloadu_epi32(5, expanded); // RACE
	_mm512_mask_compressstoreu_epi32(compressed, 5, v); // RACE
	_mm_maskmoveu_si128(_mm_setzero_si128(), _mm_setzero_si128(), moved); // RACE
	state = _mm_getcsr(); // NORACE
	v = _mm512_maskz_loadu_epi32(3, seen); // NORACE
	_mm_clflush(flushed); // NORACE
	_mm_pause();
	return __rdtsc() ? arg : NULL;
}

static void *plain(void *arg)
{
	loaded[0] = 1; // RACE
	stored[0] = 1; // RACE
	scattered[0] = 1; // RACE
	gathered[0] = 1; // RACE
	expanded[0] = 1; // RACE
	compressed[0] = 1; // RACE
	moved[0] = 1; // RACE
	flushed[0] = 1; // NORACE
	return seen[0] ? arg : NULL; // NORACE
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, vectors, NULL);
	pthread_create(&b, NULL, plain, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
