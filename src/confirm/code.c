/* SPDX-License-Identifier: MIT */
/* Symbols and functions; lines.c reads the line tables. */
#include "confirm/code.h"

#include <dwarf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "confirm/lines.h"

static int by_address(const void *a, const void *b)
{
	const struct code_symbol *x = a, *y = b;
	return x->low == y->low ? (x->high > y->high) - (x->high < y->high)
				: (x->low > y->low) - (x->low < y->low);
}

static void add_symbol(struct code *c, Elf *elf, const GElf_Shdr *section, const GElf_Sym *s)
{
	const char *name = elf_strptr(elf, section->sh_link, s->st_name);
	int type = GELF_ST_TYPE(s->st_info);
	if (!name || s->st_shndx == SHN_UNDEF) {
		c->instrumented |= name && strncmp(name, "__tsan_", 7) == 0;
		return;
	}
	if ((type != STT_FUNC && type != STT_OBJECT) || s->st_size == 0)
		return;
	c->instrumented |= strcmp(name, "__tsan_init") == 0;
	struct code_symbol symbol = {s->st_value, s->st_value + s->st_size,
				     arena_strdup(&c->memory, name), type == STT_FUNC};
	vec_push(&c->symbols, symbol);
}

static void read_symbols(struct code *c, Elf *elf)
{
	GElf_Shdr header;
	for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));) {
		if (!gelf_getshdr(s, &header) ||
		    (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM))
			continue;
		Elf_Data *data = elf_getdata(s, NULL);
		size_t n = header.sh_entsize ? header.sh_size / header.sh_entsize : 0;
		for (size_t i = 0; data && i < n; i++) {
			GElf_Sym symbol;
			if (gelf_getsym(data, (int)i, &symbol))
				add_symbol(c, elf, &header, &symbol);
		}
	}
	if (c->symbols.n)
		qsort(c->symbols.at, c->symbols.n, sizeof(*c->symbols.at), by_address);
}

bool code_open(struct code *c, const char *path)
{
	*c = (struct code){0};
	c->path = arena_strdup(&c->memory, path);
	elf_version(EV_CURRENT);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	c->debug = xcalloc(1, sizeof(*c->debug));
	c->debug->fd = fd;
	c->debug->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (!c->debug->elf || elf_kind(c->debug->elf) != ELF_K_ELF) {
		code_close(c);
		return false;
	}
	read_symbols(c, c->debug->elf);
	c->debug->dwarf = dwarf_begin_elf(c->debug->elf, DWARF_C_READ, NULL);
	if (c->debug->dwarf)
		lines_read(c);
	return true;
}

void code_close(struct code *c)
{
	if (c->debug) {
		if (c->debug->dwarf)
			dwarf_end(c->debug->dwarf);
		if (c->debug->elf)
			elf_end(c->debug->elf);
		close(c->debug->fd);
		free(c->debug);
	}
	vec_free(&c->rows);
	vec_free(&c->files);
	vec_free(&c->symbols);
	arena_release(&c->memory);
	*c = (struct code){0};
}

const struct code_symbol *code_symbol_at(const struct code *c, uint64_t address)
{
	uint32_t low = 0, high = c->symbols.n;
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (c->symbols.at[middle].low <= address)
			low = middle + 1;
		else
			high = middle;
	}
	for (uint32_t i = low; i > 0 && low - i < 8; i--) {
		if (address < c->symbols.at[i - 1].high)
			return &c->symbols.at[i - 1];
	}
	return NULL;
}

const char *code_function_at(struct code *c, uint64_t address)
{
	const struct code_row *row = code_row_at(c, address);
	const struct code_symbol *symbol = code_symbol_at(c, address);
	const char *name = symbol && symbol->is_function ? symbol->name : NULL;
	Dwarf_Die unit, *scopes = NULL;
	if (!row || !dwarf_offdie(c->debug->dwarf, row->unit, &unit))
		return name;
	int n = dwarf_getscopes(&unit, address, &scopes);
	for (int i = 0; i < n; i++) {
		int tag = dwarf_tag(&scopes[i]);
		if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram) {
			const char *found = dwarf_diename(&scopes[i]);
			name = found ? arena_strdup(&c->memory, found) : name;
			break;
		}
	}
	free(scopes);
	return name;
}
