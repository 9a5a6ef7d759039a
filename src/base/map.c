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

static uint32_t map_slot(const struct map *m, uint64_t key)
{
	uint32_t mask = m->cap - 1;
	uint32_t i = (uint32_t)hash_mix(key) & mask;
	while (m->keys[i] && m->keys[i] != key + 1)
		i = (i + 1) & mask;
	return i;
}

static void map_grow(struct map *m)
{
	struct map old = *m;
	m->cap = old.cap ? old.cap * 2 : FIRST_CAP;
	m->keys = xcalloc(m->cap, sizeof(*m->keys));
	m->values = xmalloc(m->cap * sizeof(*m->values));
	for (uint32_t i = 0; i < old.cap; i++) {
		if (!old.keys[i])
			continue;
		uint32_t slot = map_slot(m, old.keys[i] - 1);
		m->keys[slot] = old.keys[i];
		m->values[slot] = old.values[i];
	}
	free(old.keys);
	free(old.values);
}

uint32_t map_get(const struct map *m, uint64_t key, uint32_t missing)
{
	if (!m->n)
		return missing;
	uint32_t i = map_slot(m, key);
	return m->keys[i] ? m->values[i] : missing;
}

/* The slot of the key, which is new if there is nothing in it. */
static uint32_t slot_for(struct map *m, uint64_t key)
{
	if (key == UINT64_MAX)
		BUG("reserved map key");
	if ((uint64_t)(m->n + 1) * 4 > (uint64_t)m->cap * 3)
		map_grow(m);
	return map_slot(m, key);
}

void map_put(struct map *m, uint64_t key, uint32_t value)
{
	uint32_t i = slot_for(m, key);
	if (!m->keys[i]) {
		m->keys[i] = key + 1;
		m->n++;
	}
	m->values[i] = value;
}

bool map_add(struct map *m, uint64_t key)
{
	uint32_t i = slot_for(m, key);
	if (m->keys[i])
		return false;
	m->keys[i] = key + 1;
	m->values[i] = 1;
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
	memset(m->keys, 0, m->cap * sizeof(*m->keys));
	m->n = 0;
}

void map_free(struct map *m)
{
	free(m->keys);
	free(m->values);
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

static bool entry_is(const struct intern_entry *e, uint32_t hash, const void *bytes,
		     size_t size)
{
	return e->hash == hash && e->size == size && memcmp(e->bytes, bytes, size) == 0;
}

static uint32_t intern_slot(const struct intern *t, uint32_t hash, const void *bytes,
			    size_t size)
{
	uint32_t mask = t->slot_cap - 1;
	uint32_t i = hash & mask;
	while (t->slots[i] && !entry_is(&t->entries[t->slots[i]], hash, bytes, size))
		i = (i + 1) & mask;
	return i;
}

static void intern_rehash(struct intern *t)
{
	free(t->slots);
	t->slot_cap = t->slot_cap ? t->slot_cap * 2 : FIRST_CAP;
	t->slots = xcalloc(t->slot_cap, sizeof(*t->slots));
	for (uint32_t id = 1; id < t->n; id++) {
		const struct intern_entry *e = &t->entries[id];
		t->slots[intern_slot(t, e->hash, e->bytes, e->size)] = id;
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
	return t->slots[intern_slot(t, (uint32_t)hash_bytes(bytes, size, 0), bytes, size)];
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
	if (!t->slots[slot]) {
		t->slots[slot] = t->n;
		intern_append(t, hash, bytes, size);
	}
	return t->slots[slot];
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
