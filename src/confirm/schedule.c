/* SPDX-License-Identifier: MIT */
/* A line a fact; the file name of a place stands last on its line. */
#include "confirm/schedule.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/str.h"

#define HEAD "chequer schedule 2"

static void write_side(FILE *out, const struct schedule_side *s)
{
	fprintf(out, "stop %" PRIx64 " %u %s+%" PRIx64 " %u %u %s\n", s->thread, s->arrival,
		s->symbol ? s->symbol : "?", s->offset, s->place.line, s->place.column,
		s->place.file ? s->place.file : "?");
}

void schedule_write(const char *path, const struct schedule *s)
{
	const struct settings *x = &s->settings;
	FILE *out = fopen(path, "we");
	if (!out)
		die("cannot write %s: %s", path, strerror(errno));
	fprintf(out, HEAD "\nrace %s\n", s->race);
	fprintf(out, "seed %" PRIu64 "\ndelay %u\nsignals %d\n", x->seed, x->delay_share,
		x->signals);
	for (int i = 0; i < 2; i++)
		write_side(out, &s->sides[i]);
	if (fclose(out) != 0)
		die("cannot write %s: %s", path, strerror(errno));
}

static bool read_side(struct schedule_side *s, struct arena *a, const char *line)
{
	char symbol[512];
	int at = 0;
	if (sscanf(line, "stop %" SCNx64 " %u %511[^+]+%" SCNx64 " %u %u %n", &s->thread,
		   &s->arrival, symbol, &s->offset, &s->place.line, &s->place.column, &at) != 6 ||
	    !at)
		return false;
	s->symbol = arena_strdup(a, symbol);
	s->place.file = arena_strdup(a, line + at);
	return true;
}

static bool read_line(struct schedule *s, struct arena *a, const char *line, int *sides)
{
	struct schedule_side side = {0};
	char id[64];
	int flag;
	if (sscanf(line, "race %63s", id) == 1)
		s->race = arena_strdup(a, id);
	else if (*sides < 2 && read_side(&side, a, line))
		s->sides[(*sides)++] = side;
	else if (sscanf(line, "signals %d", &flag) == 1)
		s->settings.signals = flag;
	else if (sscanf(line, "seed %" SCNu64, &s->settings.seed) != 1 &&
		   sscanf(line, "delay %u", &s->settings.delay_share) != 1)
		return false;
	return true;
}

void schedule_read(struct schedule *s, struct arena *a, const char *path)
{
	struct str text = {0};
	char *save;
	int sides = 0;
	uint32_t number = 1;
	*s = (struct schedule){0};
	if (!str_read_file(&text, path))
		die("cannot read %s: %s", path, strerror(errno));
	char *line = text.at ? strtok_r(text.at, "\n", &save) : NULL;
	if (!line || strcmp(line, HEAD) != 0)
		die("%s is no schedule of chequer confirm", path);
	while ((line = strtok_r(NULL, "\n", &save))) {
		number++;
		if (!read_line(s, a, line, &sides))
			die("%s:%u: '%s' is not understood", path, number, line);
	}
	str_free(&text);
	if (sides != 2 || !s->race)
		die("%s is cut off: two lines 'stop' are needed", path);
}
