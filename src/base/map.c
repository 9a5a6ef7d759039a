/* SPDX-License-Identifier: MIT */
/* Open addressing with linear probing, at most three quarters full. */
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

#ifdef CHEQUER_STRESS
enum { FIRST_CAP = 2 };
#else
enum { FIRST_CAP = 16 };
#endif

static uint64_t key_in(const struct map_slot *s)
{
	return map_key2(s->high, s->low);
}

static void put_in(struct map_slot *s, uint64_t key, uint32_t value)
{
	*s = (struct map_slot){(uint32_t)(key + 1), (uint32_t)((key + 1) >> 32), value};
}

static struct map_slot *find_slot(const struct map *m, uint64_t key)
{
	uint32_t mask = m->cap - 1;
	uint32_t i = (uint32_t)hash_mix(key) & mask;
	while (key_in(&m->slots[i]) && key_in(&m->slots[i]) != key + 1)
		i = (i + 1) & mask;
	return &m->slots[i];
}

static void map_grow(struct map *m)
{
	struct map old = *m;
	m->cap = old.cap ? old.cap * 2 : FIRST_CAP;
	m->slots = xcalloc(m->cap, sizeof(*m->slots));
	for (uint32_t i = 0; i < old.cap; i++) {
		const struct map_slot *s = &old.slots[i];
		if (key_in(s))
			*find_slot(m, key_in(s) - 1) = *s;
	}
	free(old.slots);
}

uint32_t map_get(const struct map *m, uint64_t key, uint32_t missing)
{
	if (!m->n)
		return missing;
	const struct map_slot *s = find_slot(m, key);
	return key_in(s) ? s->value : missing;
}

/* The slot of the key, which is new if there is nothing in it. */
static struct map_slot *slot_for(struct map *m, uint64_t key)
{
	if (key == UINT64_MAX)
		BUG("reserved map key");
	if ((uint64_t)(m->n + 1) * 4 > (uint64_t)m->cap * 3)
		map_grow(m);
	return find_slot(m, key);
}

void map_put(struct map *m, uint64_t key, uint32_t value)
{
	struct map_slot *s = slot_for(m, key);
	m->n += !key_in(s);
	put_in(s, key, value);
}

bool map_add(struct map *m, uint64_t key)
{
	struct map_slot *s = slot_for(m, key);
	if (key_in(s))
		return false;
	put_in(s, key, 1);
	m->n++;
	return true;
}

/* Goes on with as much room as was used: what is cleared once is cleared often, and
 * one large use would make all that follow expensive. */
void map_clear(struct map *m)
{
	if (!m->n)
		return;
	while (m->cap > FIRST_CAP && m->cap / 8 > m->n)
		m->cap /= 2;
	memset(m->slots, 0, m->cap * sizeof(*m->slots));
	m->n = 0;
}

void map_free(struct map *m)
{
	free(m->slots);
	*m = (struct map){0};
}

uint64_t hash_bytes(const void *bytes, size_t size, uint64_t seed)
{
	const unsigned char *p = bytes;
	uint64_t h = seed ^ size * 0x9e3779b97f4a7c15u;
	for (; size >= 8; p += 8, size -= 8) {
		uint64_t w;
		memcpy(&w, p, 8);
		h = hash_combine(h, w);
	}
	uint64_t tail = 0;
	if (size)
		memcpy(&tail, p, size);
	return hash_combine(h, tail);
}

uint64_t hash_text(const char *text)
{
	return text ? hash_bytes(text, strlen(text), 1) : 0;
}

static bool entry_is(const struct intern_entry *e, const void *bytes, size_t size)
{
	return e->size == size && memcmp(e->bytes, bytes, size) == 0;
}

static uint32_t intern_slot(const struct intern *t, uint32_t hash, const void *bytes,
			    size_t size)
{
	uint32_t mask = t->slot_cap - 1;
	uint32_t i = hash & mask;
	while (t->slots[i].id && (t->slots[i].hash != hash ||
				  !entry_is(&t->entries[t->slots[i].id], bytes, size)))
		i = (i + 1) & mask;
	return i;
}

/* No two of them are equal. */
static void intern_rehash(struct intern *t)
{
	free(t->slots);
	t->slot_cap = t->slot_cap ? t->slot_cap * 2 : FIRST_CAP;
	t->slots = xcalloc(t->slot_cap, sizeof(*t->slots));
	for (uint32_t id = 1; id < t->n; id++) {
		uint32_t hash = t->entries[id].hash, i = hash & (t->slot_cap - 1);
		while (t->slots[i].id)
			i = (i + 1) & (t->slot_cap - 1);
		t->slots[i] = (struct intern_slot){id, hash};
	}
}

static void intern_append(struct intern *t, uint32_t hash, const void *bytes, size_t size)
{
	if (t->n == t->cap) {
		t->cap = t->cap ? t->cap * 2 : FIRST_CAP;
		t->entries = xrealloc(t->entries, t->cap * sizeof(*t->entries));
	}
	char *copy = arena_alloc(&t->memory, size + 1);
	if (size)
		memcpy(copy, bytes, size);
	copy[size] = 0;
	t->entries[t->n++] = (struct intern_entry){copy, (uint32_t)size, hash};
}

uint32_t intern_find(const struct intern *t, const void *bytes, size_t size)
{
	if (size == 0 || t->n == 0)
		return 0;
	return t->slots[intern_slot(t, (uint32_t)hash_bytes(bytes, size, 0), bytes, size)].id;
}

uint32_t intern_bytes(struct intern *t, const void *bytes, size_t size)
{
	if (t->n == 0)
		intern_append(t, 0, "", 0);
	if (size == 0)
		return 0;
	if ((uint64_t)(t->n + 1) * 4 > (uint64_t)t->slot_cap * 3)
		intern_rehash(t);
	uint32_t hash = (uint32_t)hash_bytes(bytes, size, 0);
	uint32_t slot = intern_slot(t, hash, bytes, size);
	if (!t->slots[slot].id) {
		t->slots[slot] = (struct intern_slot){t->n, hash};
		intern_append(t, hash, bytes, size);
	}
	return t->slots[slot].id;
}

uint32_t intern_str(struct intern *t, const char *s)
{
	return intern_bytes(t, s, strlen(s));
}

void intern_clear(struct intern *t)
{
	enum { ROOMY = 8 };
	if (t->slot_cap / ROOMY > t->n) {
		free(t->slots);
		t->slots = NULL;
		t->slot_cap = 0;
	} else if (t->slots) {
		memset(t->slots, 0, t->slot_cap * sizeof(*t->slots));
	}
	arena_reset(&t->memory);
	t->n = 0;
}

void intern_free(struct intern *t)
{
	arena_release(&t->memory);
	free(t->entries);
	free(t->slots);
	*t = (struct intern){0};
}
