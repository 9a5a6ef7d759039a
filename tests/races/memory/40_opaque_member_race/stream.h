// SPDX-License-Identifier: MIT
/* A struct without a tag; what 'state' points to is known to the library only. */
typedef struct state state;

typedef struct {
	const char *name;
	state *inside;
} stream;

void stream_open(stream *s);
int stream_run(stream *s);
