/* SPDX-License-Identifier: MIT */
/*
 * Summaries as bytes, the same on every machine:
 *
 *	'C' 'Q' 'S' version   flags   numbers   paths   counts of lists   lists   checksum
 *
 * Numbers are varints (7 bits a byte, low bits first, never longer than needed),
 * signed ones folded (0, -1, 1, -2...). A path names its base by the distance back
 * to it, a range of a list its start by the distance from the end of the range
 * before: both are mostly one small byte. What can be computed from the rest (flags
 * and roots of paths, the hash slots) is not written.
 *
 * One walk does both directions: code_x writes the field it is given, or reads into
 * it. Nothing that is read is trusted: a count is checked against the bytes that
 * are left before memory is taken for it, an id against what it counts in. Ids of
 * the program (functions, instructions, symbols, strings, cells) are passed on as
 * they are: bytes belong to the program they were made for.
 */
#include "summary/coder.h"

#include <string.h>

enum { VERSION = 48, CHECKSUM_SIZE = 4 };

/* ---- paths ---- */

static void code_step(struct coder *c, path_id id, path_id *base)
{
	uint32_t back = id - *base;
	code_u32(c, &back);
	if (back == 0 || back >= id)
		c->b.bad = true;
	if (!c->b.out)
		*base = c->b.bad ? 0 : id - back;
}

/* The fields of path 'id' that its kind has; the others are 0. */
static void code_path_fields(struct coder *c, path_id id, struct path *x)
{
	code_u8(c, &x->kind, PATH_SPAN);
	if (x->kind >= PATH_OFFSET)
		code_step(c, id, &x->a);
	else if (x->kind != PATH_INT)
		code_u32(c, &x->a);
	if (x->kind == PATH_INDEX)
		code_index(c, &x->b, id);
	else if (path_is_number(x))
		code_step(c, id, &x->b);
	else if (x->kind == PATH_LOCAL || x->kind == PATH_HEAP || x->kind == PATH_VALUE)
		code_u32(c, &x->b);
	if (x->kind == PATH_INT || x->kind == PATH_OFFSET || x->kind == PATH_INDEX ||
	    path_is_number(x))
		code_s64(c, &x->imm);
	if (x->kind == PATH_MATH && (x->imm < 0 || x->imm >= MATH_COUNT))
		c->b.bad = true;
}

static path_id build_path(struct paths *t, const struct path *x)
{
	switch (x->kind) {
	case PATH_NONE:
		return 0;
	case PATH_INT:
		return path_int(t, x->imm);
	case PATH_OFFSET:
		return path_offset(t, x->a, x->imm);
	case PATH_INDEX:
		return path_index(t, x->a, x->b, (uint64_t)x->imm);
	case PATH_LOAD:
		return path_load(t, x->a);
	case PATH_RANGE:
	case PATH_MATH:
	case PATH_SPAN:
		return path_number(t, x->kind, x->a, x->b, x->imm);
	default:
		return path_leaf(t, x->kind, x->a, x->b);
	}
}

/* Building it again must give the next id and the path as it was written; a path
 * that is not in its normal form, or there already, gives another. */
static void read_path(struct coder *c, path_id id)
{
	struct paths *t = &c->s->paths;
	struct path x = {0};
	code_path_fields(c, id, &x);
	if (c->b.bad)
		return;
	path_id made = build_path(t, &x);
	const struct path *y = path_at(t, made);
	c->b.bad = made != id || y->kind != x.kind || y->a != x.a || y->b != x.b ||
		 y->imm != x.imm || y->steps == UINT8_MAX;
}

static void code_paths(struct coder *c)
{
	struct paths *t = &c->s->paths;
	uint32_t n = t->list.n ? t->list.n - 1 : 0;
	code_u32(c, &n);
	if (!c->b.out) {
		paths_init(t);
		c->b.bad |= n > (size_t)(c->b.end - c->b.at) / 2;
	}
	for (path_id id = 1; id <= n && !c->b.bad; id++) {
		if (c->b.out)
			code_path_fields(c, id, &t->list.at[id]);
		else
			read_path(c, id);
	}
}

/* ---- locksets and order ---- */

static void code_path_set(struct coder *c, path_id *set, uint8_t *n, uint32_t most)
{
	code_u8(c, n, most);
	for (uint32_t i = 0; i < *n; i++)
		code_path(c, &set[i]);
}

static void code_held(struct coder *c, struct held *x)
{
	code_path(c, &x->lock);
	code_u8(c, &x->mode, MODE_SHARED);
	code_u8(c, &x->kind, LOCK_ENDED);
	code_u8(c, &x->depth, UINT8_MAX);
	code_path_set(c, x->since, &x->since_count, LOCKSET_SINCE);
	code_func(c, &x->func);
	code_u32(c, &x->inst);
}

static void code_lockset(struct coder *c, struct lockset *x)
{
	code_u8(c, &x->held_count, LOCKSET_HELD);
	for (uint32_t i = 0; i < x->held_count; i++)
		code_held(c, &x->held[i]);
	code_path_set(c, x->dropped, &x->dropped_count, LOCKSET_DROPPED);
	code_path_set(c, x->acquired, &x->acquired_count, LOCKSET_ACQUIRED);
	code_u8(c, &x->owned_count, LOCKSET_OWNED);
	for (uint32_t i = 0; i < x->owned_count; i++) {
		code_path(c, &x->owned[i].value);
		code_path(c, &x->owned[i].lock);
		code_bool(c, &x->owned[i].deep);
		code_bool(c, &x->owned[i].callers);
		code_bool(c, &x->owned[i].by_id);
		code_u8(c, &x->owned[i].lent, UINT8_MAX);
	}
	enum { ANY = 1, BARE = 2, UNCLAIMED = 4, LOST = 8 };
	uint8_t flags = (uint8_t)(x->dropped_any * ANY | x->bare * BARE | x->unclaimed * UNCLAIMED |
				  (x->lost_count != 0) * LOST);
	code_u8(c, &flags, ANY | BARE | UNCLAIMED | LOST);
	x->dropped_any = flags & ANY;
	x->bare = flags & BARE;
	x->unclaimed = flags & UNCLAIMED;
	if (flags & LOST)
		code_u8(c, &x->lost_count, LOCKSET_LOST);
	for (uint32_t i = 0; i < x->lost_count; i++) {
		code_path(c, &x->lost[i].lock);
		code_u8(c, &x->lost[i].mode, MODE_SHARED);
		code_u8(c, &x->lost[i].depth, UINT8_MAX);
		code_bool(c, &x->lost[i].wide);
	}
	c->b.bad |= !lockset_is_sane(x);
}

static void code_order(struct coder *c, struct order *x)
{
	const struct summary *s = c->s;
	code_u64(c, &x->running);
	code_u64(c, &x->started);
	if (s->forks.n < 64 && (x->running | x->started) >> s->forks.n)
		c->b.bad = true;
	code_bool(c, &x->alone);
	code_u64(c, &x->mask.blocked);
	code_u64(c, &x->mask.opened);
	code_u64(c, &x->replaced);
	if (x->mask.blocked & x->mask.opened)
		c->b.bad = true;
	code_range(c, &x->absent_first, &x->absent_count, s->order_absent.n,
		   &c->next.absent);
	code_range(c, &x->joined_first, &x->joined_count, s->order_paths.n,
		   &c->next.joined);
	code_range(c, &x->phase_first, &x->phase_count, s->order_phases.n,
		   &c->next.phases);
}

static void code_absent(struct coder *c, struct absent *x)
{
	code_u32(c, &x->inst);
	code_path(c, &x->index);
}

static void code_phase(struct coder *c, struct phase *x)
{
	code_path(c, &x->barrier);
	code_u32(c, &x->least);
	code_u32(c, &x->most);
	code_u32(c, &x->every);
}

/* ---- facts of the function ---- */

/* Chains lead to earlier ones, so that following one ends. */
static void code_chain(struct coder *c, struct chain *x)
{
	uint32_t self = (uint32_t)(x - c->s->chains.at);
	code_func(c, &x->func);
	code_u32(c, &x->inst);
	code_index(c, &x->next, self ? self : 1);
	bool any = x->other == CHAIN_ANY;
	code_bool(c, &any);
	if (any)
		x->other = CHAIN_ANY;
	else
		code_index(c, &x->other, c->s->chains.n);
}

static void code_place(struct coder *c, uint32_t *lockset, uint32_t *ordering)
{
	code_index(c, lockset, c->s->locksets.n);
	code_index(c, ordering, c->s->orders.n);
}

/* The instruction a fact is about, and the calls that lead there. */
static void code_site(struct coder *c, func_id *func, uint32_t *inst, uint32_t *chain)
{
	code_func(c, func);
	code_u32(c, inst);
	code_index(c, chain, c->s->chains.n ? c->s->chains.n : 1);
}

static void code_access(struct coder *c, struct access *x)
{
	enum { MOST_FACTS = 15 };
	uint8_t kind = x->kind;
	uint32_t facts = x->fact_count;
	code_path(c, &x->path);
	code_u32(c, &x->size);
	code_u8(c, &kind, FREE);
	code_u8(c, &x->flags, UINT8_MAX);
	code_u8(c, &x->order, ORDER_SEQ_CST);
	code_u8(c, &x->traits, UINT8_MAX);
	code_operand(c, &x->address);
	code_u32(c, &x->node);
	code_place(c, &x->lockset, &x->ordering);
	code_site(c, &x->func, &x->inst, &x->chain);
	code_range(c, &x->fact_first, &facts, c->s->facts.n, &c->next.facts);
	code_path(c, &x->except);
	c->b.bad |= facts > MOST_FACTS;
	if (c->b.out)
		return;
	x->kind = kind & 15;
	x->fact_count = facts & MOST_FACTS;
}

static void code_content(struct coder *c, struct content *x)
{
	code_path(c, &x->address);
	code_path(c, &x->value);
}

static void code_asked(struct coder *c, struct asked_load *x)
{
	code_path(c, &x->path);
	code_u32(c, &x->node);
}

static void code_fork(struct coder *c, struct fork *x)
{
	code_u8(c, &x->kind, FORK_LATER);
	code_u32(c, &x->flags);
	code_u8(c, &x->param, UINT8_MAX);
	code_bool(c, &x->id_sure);
	code_path(c, &x->id_place);
	code_path(c, &x->entry);
	code_path(c, &x->argument);
	code_path(c, &x->id);
	code_path(c, &x->id_address);
	code_path(c, &x->id_holder);
	code_path(c, &x->id_once);
	code_s64(c, &x->id_from_argument);
	code_place(c, &x->lockset, &x->ordering);
	code_site(c, &x->func, &x->inst, &x->chain);
	code_func(c, &x->callee);
	code_index(c, &x->callee_fork, 64);
	code_u32(c, &x->via);
	code_range(c, &x->content_first, &x->content_count, c->s->contents.n,
		   &c->next.contents);
	code_u64(c, &x->blocked);
	code_u64(c, &x->signals);
}

static void code_call(struct coder *c, struct call *x)
{
	code_u32(c, &x->inst);
	code_func(c, &x->callee);
	code_u8(c, &x->flags, UINT8_MAX);
	code_path(c, &x->pointer);
	code_place(c, &x->lockset, &x->ordering);
	code_range(c, &x->arg_first, &x->arg_count, c->s->call_args.n, &c->next.args);
	code_range(c, &x->ruled_first, &x->ruled_count, c->s->ruled_out.n, &c->next.ruled);
	code_range(c, &x->known_first, &x->known_count, c->s->known.n, &c->next.known);
	code_u32(c, &x->own);
	code_u32(c, &x->taken);
	code_u32(c, &x->out);
}

static void code_pointed(struct coder *c, struct pointed *x)
{
	code_u32(c, &x->inst);
	code_func(c, &x->callee);
	code_u32(c, &x->below);
	code_path(c, &x->pointer);
	code_u32(c, &x->target);
}

static void code_fact(struct coder *c, struct fact *x)
{
	code_path(c, &x->path);
	code_u8(c, &x->signs, SIGN_ANY);
	code_bool(c, &x->exact);
	code_s64(c, &x->value);
	code_u32(c, &x->target);
	code_path(c, &x->same);
}

static void code_outcome(struct coder *c, struct outcome *x)
{
	const struct summary *s = c->s;
	code_u8(c, &x->signs, SIGN_ANY);
	code_place(c, &x->lockset, &x->ordering);
	code_range(c, &x->fact_first, &x->fact_count, s->facts.n, &c->next.facts);
	code_range(c, &x->result_first, &x->result_count, s->values.n, &c->next.values);
}

static void code_write(struct coder *c, struct write *x)
{
	code_path(c, &x->address);
	code_u32(c, &x->size);
	code_range(c, &x->value_first, &x->value_count, c->s->values.n, &c->next.values);
	code_bool(c, &x->must);
	code_bool(c, &x->shared);
	uint8_t most = x->value_count < UINT8_MAX ? (uint8_t)x->value_count : UINT8_MAX;
	for (uint32_t i = 0; i < SURE_OUTCOMES; i++)
		code_u8(c, &x->surely[i], most);
	code_u8(c, &x->not_null, UINT8_MAX);
}

static void code_sync(struct coder *c, struct sync *x)
{
	code_u8(c, &x->kind, SYNC_OWN);
	code_path(c, &x->object);
	code_s64(c, &x->value);
	code_site(c, &x->func, &x->inst, &x->chain);
}

static void code_put(struct coder *c, struct put *x)
{
	code_u32(c, &x->obj);
	code_u32(c, &x->inst);
}

/* Sorted, so the distances are small, and positive after the first. */
static void code_cell(struct coder *c, cell_id *x)
{
	bool first = x == c->s->modified.at;
	uint64_t last = first ? 0 : x[-1], distance = *x - last;
	code_u64(c, &distance);
	if ((!first && !distance) || distance > UINT32_MAX - last)
		c->b.bad = true;
	if (!c->b.out)
		*x = (cell_id)(c->b.bad ? 0 : last + distance);
}

/* ---- the summary ---- */

/* X(list, what codes an element, the least bytes of an element) */
#define LISTS(X)                                                                         \
	X(locksets, code_lockset, 5)                                                     \
	X(orders, code_order, 8)                                                         \
	X(order_paths, code_path, 1)                                                     \
	X(order_phases, code_phase, 4)                                                   \
	X(order_absent, code_absent, 2)                                                  \
	X(chains, code_chain, 3)                                                         \
	X(open, code_access, 15)                                                         \
	X(closed, code_access, 15)                                                       \
	X(contents, code_content, 2)                                                     \
	X(origins, code_content, 2)                                                      \
	X(forks, code_fork, 19)                                                          \
	X(ruled_out, code_u32, 1)                                                        \
	X(known, code_content, 2)                                                        \
	X(loads, code_asked, 2)                                                          \
	X(calls, code_call, 12)                                                          \
	X(call_args, code_path, 1)                                                       \
	X(pointed, code_pointed, 5)                                                      \
	X(facts, code_fact, 5)                                                           \
	X(values, code_path, 1)                                                          \
	X(outcomes, code_outcome, 7)                                                     \
	X(writes, code_write, 10)                                                        \
	X(syncs, code_sync, 6)                                                           \
	X(aliases, code_u32, 1)                                                          \
	X(puts, code_put, 2)                                                             \
	X(modified, code_cell, 1)                                                        \
	X(notes.pointees, code_pointee, 6)                                               \
	X(notes.through, code_u32, 1)                                                    \
	X(notes.locks, code_lock_note, 5)                                                \
	X(notes.found, code_found_note, 4)                                               \
	X(notes.numbers, code_number_note, 5)                                            \
	X(notes.taken, code_taken_note, 5)                                               \
	X(notes.indexed, code_indexed_note, 2)                                           \
	X(notes.dealt, code_dealt_note, 2)                                               \
	X(notes.flow, code_flow_block, 5)                                                \
	X(notes.flow_edges, code_flow_edge, 4)                                           \
	X(notes.flow_terms, code_flow_term, 8)                                           \
	X(notes.flow_choices, code_flow_choice, 2)                                       \
	X(notes.deeds, code_deed, 11)

static void code_counts(struct coder *c)
{
	struct summary *s = c->s;
	uint64_t least = 0;
#define COUNT(list, code, bytes)                                                         \
	code_u32(c, &s->list.n);                                                         \
	least += (uint64_t)s->list.n * (bytes);
	LISTS(COUNT)
#undef COUNT
	if (!c->b.out && least > (size_t)(c->b.end - c->b.at))
		c->b.bad = true;
}

static void take_memory(struct summary *s)
{
#define TAKE(list, code, bytes)                                                          \
	s->list.at = s->list.n ? xcalloc(s->list.n, sizeof(*s->list.at)) : NULL;
	LISTS(TAKE)
#undef TAKE
}

static void code_lists(struct coder *c)
{
	struct summary *s = c->s;
#define ELEMENTS(list, code, bytes)                                                      \
	for (uint32_t i = 0; i < s->list.n && !c->b.bad; i++)                              \
		code(c, &s->list.at[i]);
	LISTS(ELEMENTS)
#undef ELEMENTS
}

static void code_head(struct coder *c)
{
	struct summary *s = c->s;
	uint32_t limits = LIMIT_COUNT;
	code_bool(c, &s->unknown);
	code_bool(c, &s->may_fork);
	code_bool(c, &s->returns);
	code_bool(c, &s->waits);
	code_bool(c, &s->modified_any);
	code_u32(c, &s->func);
	code_u64(c, &s->escapes);
	code_u64(c, &s->escapes_behind);
	code_u64(c, &s->opens);
	code_u64(c, &s->restores);
	code_u64(c, &s->asked.here);
	code_u64(c, &s->asked.below);
	code_u32(c, &limits);
	if (limits != LIMIT_COUNT)
		c->b.bad = true;
	for (uint32_t i = 0; i < LIMIT_COUNT; i++)
		code_u32(c, &s->limits[i]);
}

static void code_summary(struct coder *c)
{
	code_head(c);
	code_paths(c);
	code_counts(c);
	code_up_to(c, &c->s->asked.below_count, c->s->loads.n);
	if (!c->b.out && !c->b.bad)
		take_memory(c->s);
	else if (!c->b.out)
		summary_free(c->s); /* counts without memory */
	code_lists(c);
}

static const char magic[] = {'C', 'Q', 'S', VERSION};

static uint32_t checksum(const unsigned char *bytes, size_t size)
{
	uint64_t h = size;
	for (size_t i = 0; i < size; i += 8) {
		uint64_t word = 0;
		for (size_t k = 0; k < 8 && i + k < size; k++)
			word |= (uint64_t)bytes[i + k] << 8 * k;
		h = hash_combine(h, word);
	}
	return (uint32_t)h;
}

void summary_encode(const struct summary *s, struct str *out)
{
	struct summary copy = *s;
	struct coder c = {.b.out = out, .s = &copy};
	size_t start = out->n;
	str_addn(out, magic, sizeof(magic));
	code_summary(&c);
	if (c.b.bad)
		BUG("a summary with an id out of range, function %u", s->func);
	uint32_t sum = checksum((const unsigned char *)out->at + start, out->n - start);
	for (uint32_t i = 0; i < CHECKSUM_SIZE; i++)
		str_addc(out, (char)(sum >> 8 * i));
}

/* The fuzzer is not asked to guess a checksum. */
static bool checksum_is_right(const unsigned char *bytes, size_t size)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
	(void)bytes;
	(void)size;
	return true;
#else
	uint32_t sum = checksum(bytes, size), written = 0;
	for (uint32_t i = 0; i < CHECKSUM_SIZE; i++)
		written |= (uint32_t)bytes[size + i] << 8 * i;
	return sum == written;
#endif
}

bool summary_decode(struct summary *s, const void *bytes, size_t size)
{
	*s = (struct summary){0};
	if (size < sizeof(magic) + CHECKSUM_SIZE ||
	    memcmp(bytes, magic, sizeof(magic)) != 0)
		return false;
	size -= CHECKSUM_SIZE;
	struct coder c = {.s = s,
			  .b.at = (const unsigned char *)bytes + sizeof(magic),
			  .b.end = (const unsigned char *)bytes + size};
	if (!checksum_is_right(bytes, size))
		return false;
	code_summary(&c);
	if (c.b.bad || c.b.at != c.b.end) {
		summary_free(s);
		return false;
	}
	return true;
}
