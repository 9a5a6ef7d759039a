/* SPDX-License-Identifier: MIT */
/*
 * Where things stand in the source: files, positions, inlined-at chains.
 *
 * A file shows relative to the directory we run in when it lies under it, and
 * otherwise as the compiler saw it, in either case without './' and 'a/../'.
 */
#include <string.h>

#include "front/llvm/module.h"

/* Appends one component of a path, or takes one back for '..'. */
static void add_component(struct str *out, const char *part, size_t n)
{
	if (n == 0 || (n == 1 && part[0] == '.'))
		return;
	const char *slash = out->n ? strrchr(out->at, '/') : NULL;
	const char *last = slash ? slash + 1 : str_cstr(out);
	bool back = n == 2 && memcmp(part, "..", 2) == 0;
	if (back && *last && strcmp(last, "..") != 0) {
		out->n = (size_t)(last - out->at);
		if (out->n > 1)
			out->n--; /* the slash before it; the root stays */
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

/* What of the path is below the directory; NULL when it is not under it. */
static const char *below(const char *path, const char *directory)
{
	size_t n = directory ? strlen(directory) : 0;
	bool under = n > 1 && strncmp(path, directory, n) == 0 && path[n] == '/';
	return under ? path + n + 1 : NULL;
}

static const char *shown_path(const struct module *mod, const char *path)
{
	const char *shown = below(path, mod->directory);
	shown = shown ? shown : below(path, mod->logical_directory);
	return shown ? shown : path;
}

static file_id file_of(struct module *mod, LLVMMetadataRef file)
{
	if (!file)
		return 0;
	uint32_t known = map_get(&mod->files, module_key(file), MISSING);
	if (known != MISSING)
		return known;
	unsigned directory_size = 0, name_size = 0;
	const char *directory = LLVMDIFileGetDirectory(file, &directory_size);
	const char *name = LLVMDIFileGetFilename(file, &name_size);
	struct str path = {0};
	join(&path, directory, directory_size, name, name_size);
	file_id id = path.n ? program_file(mod->p, shown_path(mod, str_cstr(&path))) : 0;
	str_free(&path);
	map_put(&mod->files, module_key(file), id);
	return id;
}

/* The function a scope lies in; 0 at file level. */
static str_id function_of(struct module *mod, LLVMMetadataRef scope)
{
	while (scope) {
		switch (LLVMGetMetadataKind(scope)) {
		case LLVMDISubprogramMetadataKind:
			return module_node_string(mod, scope, 2);
		case LLVMDILexicalBlockMetadataKind:
		case LLVMDILexicalBlockFileMetadataKind:
			scope = module_node_operand(mod, scope, 1);
			break;
		default:
			return 0;
		}
	}
	return 0;
}

const struct scope *module_scope(struct module *mod, LLVMMetadataRef scope)
{
	uint32_t i = map_get(&mod->scopes, module_key(scope), MISSING);
	if (i == MISSING) {
		struct scope s = {file_of(mod, LLVMDIScopeGetFile(scope)),
				  function_of(mod, scope)};
		i = mod->scope_at.n;
		vec_push(&mod->scope_at, s);
		map_put(&mod->scopes, module_key(scope), i);
	}
	return &mod->scope_at.at[i];
}

static loc_id make_loc(struct module *mod, LLVMMetadataRef location)
{
	LLVMMetadataRef outer = LLVMDILocationGetInlinedAt(location);
	loc_id inlined_at = outer ? module_loc(mod, outer) : 0;
	const struct scope *s = module_scope(mod, LLVMDILocationGetScope(location));
	struct ir_loc l = {
		.file = s->file,
		.line = LLVMDILocationGetLine(location),
		.column = LLVMDILocationGetColumn(location),
		.inlined_at = inlined_at,
		.function = inlined_at ? s->function : 0,
	};
	return program_loc(mod->p, l);
}

loc_id module_loc(struct module *mod, LLVMMetadataRef location)
{
	if (!location)
		return 0;
	if (location == mod->last_location)
		return mod->last_loc;
	uint32_t id = map_get(&mod->locs, module_key(location), MISSING);
	if (id == MISSING) {
		id = make_loc(mod, location);
		map_put(&mod->locs, module_key(location), id);
	}
	mod->last_location = location;
	mod->last_loc = id;
	return id;
}

loc_id module_line_loc(struct module *mod, LLVMMetadataRef file, unsigned line)
{
	struct ir_loc l = {.file = file_of(mod, file), .line = line};
	return line ? program_loc(mod->p, l) : 0;
}
