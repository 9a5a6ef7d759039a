/* SPDX-License-Identifier: MIT */
/*
 * Where things stand in the source: files, positions, inlined-at chains.
 *
 * A file shows relative to the directory we run in when it lies under it, and
 * otherwise as the compiler saw it, in either case without './' and 'a/../'.
 */
#include <string.h>

#include "front/llvm/unit.h"

/* Appends one component of a path, or takes one back for '..'. */
static void add_component(struct str *out, const char *part, size_t n)
{
	if (n == 0 || (n == 1 && part[0] == '.'))
		return;
	const char *slash = out->n ? strrchr(out->at, '/') : NULL;
	const char *last = slash ? slash + 1 : str_cstr(out);
	bool back = n == 2 && memcmp(part, "..", 2) == 0;
	if (back && *last && strcmp(last, "..") != 0) {
		out->n = slash ? (size_t)(slash - out->at) : 0;
		out->at[out->n] = '\0';
		return;
	}
	if (back && slash == out->at && !*last)
		return; /* '..' of the root */
	if (out->n && out->at[out->n - 1] != '/')
		str_addc(out, '/');
	str_addn(out, part, n);
}

static void add_path(struct str *out, const char *path, size_t n)
{
	for (size_t at = 0; at < n;) {
		const char *slash = memchr(path + at, '/', n - at);
		size_t end = slash ? (size_t)(slash - path) : n;
		add_component(out, path + at, end - at);
		at = end + 1;
	}
}

static void join(struct str *out, const char *directory, size_t directory_size,
		 const char *name, size_t name_size)
{
	bool absolute = name_size && name[0] == '/';
	const char *start = absolute ? name : directory;
	if ((absolute || directory_size) && start[0] == '/')
		str_addc(out, '/');
	if (!absolute)
		add_path(out, directory, directory_size);
	add_path(out, name, name_size);
}

static const char *shown_path(const struct unit *u, const struct str *path)
{
	const char *full = str_cstr(path);
	size_t n = u->directory ? strlen(u->directory) : 0;
	if (n > 1 && strncmp(full, u->directory, n) == 0 && full[n] == '/')
		return full + n + 1;
	return full;
}

static file_id file_of(struct unit *u, LLVMMetadataRef file)
{
	if (!file)
		return 0;
	uint32_t known = map_get(&u->files, unit_key(file), MISSING);
	if (known != MISSING)
		return known;
	unsigned directory_size = 0, name_size = 0;
	const char *directory = LLVMDIFileGetDirectory(file, &directory_size);
	const char *name = LLVMDIFileGetFilename(file, &name_size);
	struct str path = {0};
	join(&path, directory, directory_size, name, name_size);
	file_id id = path.n ? program_file(u->p, shown_path(u, &path)) : 0;
	str_free(&path);
	map_put(&u->files, unit_key(file), id);
	return id;
}

/* The function a scope lies in; 0 at file level. */
static str_id function_of(struct unit *u, LLVMMetadataRef scope)
{
	while (scope) {
		switch (LLVMGetMetadataKind(scope)) {
		case LLVMDISubprogramMetadataKind:
			return unit_node_string(u, scope, 2);
		case LLVMDILexicalBlockMetadataKind:
		case LLVMDILexicalBlockFileMetadataKind:
			scope = unit_node_operand(u, scope, 1);
			break;
		default:
			return 0;
		}
	}
	return 0;
}

const struct scope *unit_scope(struct unit *u, LLVMMetadataRef scope)
{
	uint32_t i = map_get(&u->scopes, unit_key(scope), MISSING);
	if (i == MISSING) {
		struct scope s = {file_of(u, LLVMDIScopeGetFile(scope)), function_of(u, scope)};
		i = u->scope_at.n;
		vec_push(&u->scope_at, s);
		map_put(&u->scopes, unit_key(scope), i);
	}
	return &u->scope_at.at[i];
}

static loc_id make_loc(struct unit *u, LLVMMetadataRef location)
{
	LLVMMetadataRef outer = LLVMDILocationGetInlinedAt(location);
	loc_id inlined_at = outer ? unit_loc(u, outer) : 0;
	const struct scope *s = unit_scope(u, LLVMDILocationGetScope(location));
	struct ir_loc l = {
		.file = s->file,
		.line = LLVMDILocationGetLine(location),
		.column = LLVMDILocationGetColumn(location),
		.inlined_at = inlined_at,
		.function = inlined_at ? s->function : 0,
	};
	return program_loc(u->p, l);
}

loc_id unit_loc(struct unit *u, LLVMMetadataRef location)
{
	if (!location)
		return 0;
	if (location == u->last_location)
		return u->last_loc;
	uint32_t id = map_get(&u->locs, unit_key(location), MISSING);
	if (id == MISSING) {
		id = make_loc(u, location);
		map_put(&u->locs, unit_key(location), id);
	}
	u->last_location = location;
	u->last_loc = id;
	return id;
}

loc_id unit_line_loc(struct unit *u, LLVMMetadataRef file, unsigned line)
{
	struct ir_loc l = {.file = file_of(u, file), .line = line};
	return line ? program_loc(u->p, l) : 0;
}
