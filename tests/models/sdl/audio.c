// SPDX-License-Identifier: MIT
// The audio callback runs on a thread of its own, with the pointer that the specification holds. volatile is no order.
#include <stdlib.h>
#include "sdl.h"

typedef struct {
	int freq;
	unsigned short format;
	unsigned char channels, silence;
	unsigned short samples, padding;
	unsigned size;
	void (*callback)(void *, unsigned char *, int);
	void *userdata;
} SDL_AudioSpec;

int SDL_OpenAudio(SDL_AudioSpec *wanted, SDL_AudioSpec *obtained);
void SDL_UnlockAudio(void);

struct player {
	int position, locked;
	volatile int stop;
};

static void play(void *data, unsigned char *stream, int n)
{
	struct player *p = data;
	p->position += n; // RACE
	p->locked++;	  // FP a callback is not known to hold SDL's lock
	if (p->stop)	  // RACE
		stream[0] = 0; // NORACE
}

int main(void)
{
	struct player *p = calloc(1, sizeof(*p));
	SDL_AudioSpec wanted = {.callback = play, .userdata = p};
	p->position = 1; // NORACE
	SDL_OpenAudio(&wanted, NULL);
	p->position = 0; // RACE
	p->stop = 1;	 // RACE
	SDL_LockAudio();
	p->locked = 0; // FP a callback is not known to hold SDL's lock
	SDL_UnlockAudio();
	return 0;
}
