/* SPDX-License-Identifier: MIT */
/* The note NT_GNU_BUILD_ID (linked with --build-id), in the segments of the running program. */
#define _GNU_SOURCE
#include "base/build_id.h"

#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

static size_t padded(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

/* Of the notes in one segment. */
static struct build_id id_among(const unsigned char *at, size_t n)
{
	ElfW(Nhdr) note;
	while (n >= sizeof(note)) {
		memcpy(&note, at, sizeof(note));
		size_t name = sizeof(note), content = name + padded(note.n_namesz);
		size_t next = content + padded(note.n_descsz);
		if (next > n)
			break;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof("GNU") &&
		    memcmp(at + name, "GNU", sizeof("GNU")) == 0)
			return (struct build_id){at + content, note.n_descsz};
		at += next;
		n -= next;
	}
	return (struct build_id){0};
}

/* The first object is the program itself. */
static int look_at(struct dl_phdr_info *object, size_t size, void *context)
{
	struct build_id *out = context;
	(void)size;
	for (unsigned i = 0; i < object->dlpi_phnum && !out->at; i++) {
		const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
		uintptr_t at = (uintptr_t)object->dlpi_addr + segment->p_vaddr;
		if (segment->p_type == PT_NOTE)
			*out = id_among((const unsigned char *)at, segment->p_memsz);
	}
	return 1;
}

struct build_id own_build_id(void)
{
	struct build_id id = {0};
	dl_iterate_phdr(look_at, &id);
	return id;
}
