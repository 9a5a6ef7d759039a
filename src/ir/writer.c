/* SPDX-License-Identifier: MIT */
/* The small pieces of the text form: numbers, names, values, positions. */
#include "ir/writer.h"

void writer_flush(struct writer *w)
{
	if (w->text.n)
		fwrite(w->text.at, 1, w->text.n, w->out);
	str_clear(&w->text);
}

void put(struct writer *w, const char *s)
{
	str_add(&w->text, s);
}

void put_char(struct writer *w, char c)
{
	str_addc(&w->text, c);
}

void put_unsigned(struct writer *w, uint64_t n)
{
	char digits[20];
	int at = 20;
	do {
		digits[--at] = (char)('0' + n % 10);
		n /= 10;
	} while (n);
	str_addn(&w->text, digits + at, (size_t)(20 - at));
}

void put_signed(struct writer *w, int64_t n)
{
	if (n < 0)
		put_char(w, '-');
	put_unsigned(w, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

void put_numbered(struct writer *w, const char *prefix, uint64_t n)
{
	put(w, prefix);
	put_unsigned(w, n);
}

void put_word(struct writer *w, const char *word)
{
	put_char(w, ' ');
	put(w, word);
}

void put_flags(struct writer *w, const struct word_list *words, uint32_t flags)
{
	for (uint32_t i = 0; flags && i < words->n; i++, flags >>= 1) {
		if (flags & 1)
			put_word(w, words->at[i]);
	}
}

/* ---- names and strings ---- */

void put_quoted(struct writer *w, str_id id)
{
	static const char hex[] = "0123456789abcdef";
	const struct intern_entry *e = &w->p->strings.entries[id];
	put_char(w, '"');
	for (uint32_t i = 0; i < e->size; i++) {
		unsigned char c = (unsigned char)e->bytes[i];
		bool printable = c >= ' ' && c < 127;
		if (!printable || c == '"' || c == '\\')
			put_char(w, '\\');
		if (printable) {
			put_char(w, (char)c);
			continue;
		}
		put_char(w, hex[c >> 4]);
		put_char(w, hex[c & 15]);
	}
	put_char(w, '"');
}

static bool is_plain(const struct intern_entry *e)
{
	if (e->size == 0 || (e->bytes[0] >= '0' && e->bytes[0] <= '9'))
		return false;
	for (uint32_t i = 0; i < e->size; i++) {
		if (!is_name_char((unsigned char)e->bytes[i]))
			return false;
	}
	return true;
}

void put_name(struct writer *w, str_id id)
{
	const struct intern_entry *e = &w->p->strings.entries[id];
	if (is_plain(e))
		str_addn(&w->text, e->bytes, e->size);
	else
		put_quoted(w, id);
}

void put_symbol(struct writer *w, sym_id s)
{
	const struct ir_symbol *symbol = &w->p->symbols.at[s];
	put_char(w, '@');
	put_name(w, symbol->name);
	if (symbol->linkage == LINK_INTERNAL)
		put_numbered(w, "%", symbol->unit);
}

void put_const(struct writer *w, const_id id)
{
	const struct ir_const *c = &w->p->consts.at[id];
	if (!c->sym) {
		put_signed(w, c->value);
		return;
	}
	put_symbol(w, c->sym);
	if (c->value > 0)
		put_char(w, '+');
	if (c->value)
		put_signed(w, c->value);
}

void put_val(struct writer *w, ir_val v)
{
	switch (ir_val_tag(v)) {
	case VAL_INST:
		put_numbered(w, "%", ir_val_index(v));
		break;
	case VAL_PARAM:
		put_numbered(w, "$", ir_val_index(v));
		break;
	case VAL_CONST:
		put_const(w, ir_val_index(v));
		break;
	case VAL_NONE:
		put_char(w, '_');
		break;
	default:
		put_char(w, '?');
	}
}

/* ' !file:line:column in f at !...': the chain of calls it was inlined through. */
void put_loc(struct writer *w, loc_id id)
{
	while (id) {
		const struct ir_loc *l = &w->p->locs.at[id];
		put_numbered(w, " !", l->file);
		put_numbered(w, ":", l->line);
		put_numbered(w, ":", l->column);
		if (l->function) {
			put(w, " in ");
			put_name(w, l->function);
		}
		if (l->inlined_at)
			put(w, " at");
		id = l->inlined_at;
	}
}
