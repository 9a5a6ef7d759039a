// SPDX-License-Identifier: MIT
/* Win32: one wait for threads, mutexes and events; critical sections, slim locks,
 * conditions, interlocked operations. */
#include <stddef.h>

typedef void *HANDLE;
typedef unsigned DWORD;
typedef struct {
	void *opaque[5];
} CRITICAL_SECTION;
typedef struct {
	void *opaque;
} SRWLOCK, CONDITION_VARIABLE;
#define INFINITE 0xffffffffu

HANDLE CreateThread(void *attributes, size_t stack, DWORD (*entry)(void *), void *arg,
		    DWORD flags, DWORD *id);
HANDLE CreateMutexA(void *attributes, int owner, const char *name);
HANDLE CreateEventA(void *attributes, int manual, int initial, const char *name);
DWORD WaitForSingleObject(HANDLE h, DWORD time);
int ReleaseMutex(HANDLE h), SetEvent(HANDLE h);
void InitializeCriticalSection(CRITICAL_SECTION *l), EnterCriticalSection(CRITICAL_SECTION *l);
void LeaveCriticalSection(CRITICAL_SECTION *l);
int TryEnterCriticalSection(CRITICAL_SECTION *l);
void AcquireSRWLockExclusive(SRWLOCK *l), ReleaseSRWLockExclusive(SRWLOCK *l);
void AcquireSRWLockShared(SRWLOCK *l), ReleaseSRWLockShared(SRWLOCK *l);
int SleepConditionVariableSRW(CONDITION_VARIABLE *c, SRWLOCK *l, DWORD time, unsigned flags);
int InterlockedIncrement(volatile int *p);

static CRITICAL_SECTION section;
static SRWLOCK slim;
static CONDITION_VARIABLE condition;
static HANDLE mutex, event;
static int guarded, tried, exclusive, misused, by_mutex, timed, ignored, bare, ready, handed, joined,
	running;
static volatile int count;

static DWORD worker(void *arg)
{
	EnterCriticalSection(&section);
	guarded++; // NORACE
	LeaveCriticalSection(&section);
	if (TryEnterCriticalSection(&section)) {
		tried++; // NORACE
		LeaveCriticalSection(&section);
	}
	AcquireSRWLockExclusive(&slim);
	exclusive++; // NORACE
	while (!ready) // NORACE
		SleepConditionVariableSRW(&condition, &slim, INFINITE, 0);
	exclusive++; // NORACE
	ReleaseSRWLockExclusive(&slim);
	AcquireSRWLockShared(&slim);
	ready += exclusive; // RACE
	misused++; // RACE
	ReleaseSRWLockShared(&slim);
	WaitForSingleObject(mutex, INFINITE);
	by_mutex++; // NORACE
	ReleaseMutex(mutex);
	if (WaitForSingleObject(mutex, 100) == 0) {
		timed++; // NORACE
		ReleaseMutex(mutex);
	}
	WaitForSingleObject(mutex, 100);
	ignored++; // RACE
	ReleaseMutex(mutex);
	InterlockedIncrement(&count); // NORACE
	bare++; // RACE
	return arg != NULL;
}

static DWORD giver(void *arg)
{
	handed = 1; // NORACE
	SetEvent(event);
	return arg != NULL;
}

static DWORD last(void *arg)
{
	joined = 1; // NORACE
	running = 1; // RACE
	return arg != NULL;
}

int main(void)
{
	HANDLE h;

	InitializeCriticalSection(&section);
	mutex = CreateMutexA(NULL, 0, NULL);
	event = CreateEventA(NULL, 0, 0, NULL);
	CreateThread(NULL, 0, worker, NULL, 0, NULL);
	CreateThread(NULL, 0, worker, NULL, 0, NULL);
	CreateThread(NULL, 0, giver, NULL, 0, NULL);
	WaitForSingleObject(event, INFINITE);
	handed = 2; // NORACE
	h = CreateThread(NULL, 0, last, NULL, 0, NULL);
	running = 2; // RACE
	WaitForSingleObject(h, INFINITE);
	joined = 2; // NORACE
	return 0;
}
