/* SPDX-License-Identifier: MIT */
/*
 * Where things stand in the source: files, positions, inlined-at chains.
 *
 * A file shows relative to the directory we run in when it lies under it, and
 * otherwise as the compiler saw it, in either case without './' and 'a/../'.
 */
#include <string.h>

#include "front/llvm/codes.h"
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

static void text_of(const struct module *mod, bc_node node, unsigned i, const char **text,
		    size_t *size)
{
	bc_node s = module_node_operand(mod, node, i);
	bool is_text = module_node_code(mod, s) == BC_STRING;
	*text = is_text ? mod->bc->nodes.at[s].u.text : "";
	*size = is_text ? mod->bc->nodes.at[s].n : 0;
}

static file_id file_of(struct module *mod, bc_node file)
{
	if (module_node_code(mod, file) != NODE_FILE)
		return 0;
	if (mod->node_ids.at[file])
		return mod->node_ids.at[file] - 1;
	size_t directory_size, name_size;
	const char *directory, *name;
	text_of(mod, file, 1, &name, &name_size);
	text_of(mod, file, 2, &directory, &directory_size);
	struct str path = {0};
	join(&path, directory, directory_size, name, name_size);
	file_id id = path.n ? program_file(mod->p, shown_path(mod, str_cstr(&path))) : 0;
	str_free(&path);
	mod->node_ids.at[file] = id + 1;
	return id;
}

/* Chains of scopes that a damaged file makes endless are cut. */
enum { SCOPES_MAX = 1000, INLINED_MAX = 200 };

/* The function a scope lies in; 0 at file level. */
static str_id function_of(struct module *mod, bc_node scope)
{
	for (int i = 0; i < SCOPES_MAX; i++) {
		switch (module_node_code(mod, scope)) {
		case NODE_SUBPROGRAM:
			return module_node_string(mod, scope, 2);
		case NODE_LEXICAL_BLOCK:
		case NODE_LEXICAL_BLOCK_FILE:
			scope = module_node_operand(mod, scope, 1);
			break;
		default:
			return 0;
		}
	}
	return 0;
}

static bc_node scope_file(const struct module *mod, bc_node scope)
{
	switch (module_node_code(mod, scope)) {
	case NODE_FILE:
		return scope;
	case NODE_SUBPROGRAM:
		return module_node_operand(mod, scope, 4);
	case NODE_LEXICAL_BLOCK:
	case NODE_LEXICAL_BLOCK_FILE:
		return module_node_operand(mod, scope, 2);
	case NODE_DERIVED_TYPE:
	case NODE_COMPOSITE_TYPE:
		return module_node_operand(mod, scope, 3);
	default:
		return BC_NONE;
	}
}

const struct scope *module_scope(struct module *mod, bc_node scope)
{
	static const struct scope nowhere;
	if (scope >= mod->scope_ids.n)
		return &nowhere;
	uint32_t *i = &mod->scope_ids.at[scope];
	if (!*i) {
		struct scope s = {file_of(mod, scope_file(mod, scope)),
				  function_of(mod, scope)};
		vec_push(&mod->scope_at, s);
		*i = mod->scope_at.n;
	}
	return &mod->scope_at.at[*i - 1];
}

/* ---- positions ---- */

static loc_id node_loc(struct module *mod, bc_node node, int depth);

static loc_id make_loc(struct module *mod, const struct bc_position *at, int depth)
{
	loc_id inlined_at =
		at->inlined_at != BC_NONE ? node_loc(mod, at->inlined_at, depth + 1) : 0;
	const struct scope *s = module_scope(mod, at->scope);
	struct ir_loc l = {
		.file = s->file,
		.line = at->line,
		.column = at->column,
		.inlined_at = inlined_at,
		.function = inlined_at ? s->function : 0,
	};
	return program_loc(mod->p, l);
}

/* A position that others are inlined at is a node; its scope is no reference that
 * can be missing, so it is written without the 1 that others have. */
static loc_id node_loc(struct module *mod, bc_node node, int depth)
{
	if (!module_is_node(mod, node, NODE_LOCATION, 5) || depth > INLINED_MAX)
		return 0;
	if (mod->node_ids.at[node])
		return mod->node_ids.at[node] - 1;
	struct bc_position at = {
		.line = (uint32_t)module_node_number(mod, node, 1),
		.column = (uint32_t)module_node_number(mod, node, 2),
		.scope = module_node_reference(mod, node, 3),
		.inlined_at = module_node_operand(mod, node, 4),
	};
	loc_id id = make_loc(mod, &at, depth);
	mod->node_ids.at[node] = id + 1;
	return id;
}

loc_id module_loc(struct module *mod, const struct bc_position *at)
{
	const struct bc_position *last = &mod->last_position;
	if (at->scope == BC_NONE)
		return 0;
	if (at->line == last->line && at->column == last->column &&
	    at->scope == last->scope && at->inlined_at == last->inlined_at)
		return mod->last_loc;
	mod->last_loc = make_loc(mod, at, 0);
	mod->last_position = *at;
	return mod->last_loc;
}

loc_id module_line_loc(struct module *mod, bc_node file, unsigned line)
{
	struct ir_loc l = {.file = file_of(mod, file), .line = line};
	return line ? program_loc(mod->p, l) : 0;
}
