/* SPDX-License-Identifier: MIT */
/*
 * From a bitcode file to an unlinked program: declare every symbol, then read,
 * promote and lower one body after the other, then fill in the types that debug
 * info mentioned on the way.
 */
#include "front/llvm/lower.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/llvm/module.h"
#include "ir/text.h"

/* $PWD may have symbolic links in it where getcwd has none. clang prefers it, so
 * its paths start with either. */
static const char *logical_directory(void)
{
	const char *pwd = getenv("PWD");
	struct stat here, there;
	if (!pwd || pwd[0] != '/' || stat(pwd, &there) || stat(".", &here) ||
	    here.st_dev != there.st_dev || here.st_ino != there.st_ino)
		return NULL;
	return pwd;
}

void module_make_room(struct module *mod)
{
	uint32_t n = mod->bc->nodes.n;
	vec_reserve(&mod->node_ids, n);
	vec_reserve(&mod->scope_ids, n);
	for (; mod->node_ids.n < n; mod->node_ids.n++)
		mod->node_ids.at[mod->node_ids.n] = 0;
	for (; mod->scope_ids.n < n; mod->scope_ids.n++)
		mod->scope_ids.at[mod->scope_ids.n] = 0;
}

static void module_init(struct module *mod, struct bitcode *bc, struct program *out)
{
	*mod = (struct module){
		.p = out,
		.bc = bc,
		.pointer_size = pointer_size(bc),
		.directory = getcwd(NULL, 0),
		.logical_directory = logical_directory(),
		.last_position.scope = BC_NONE,
	};
	for (uint32_t i = 0; i < bc->globals.n; i++)
		vec_push(&mod->intrinsic_of, 0);
	module_make_room(mod);
}

static void module_release(struct module *mod)
{
	promotion_free(&mod->promotion);
	map_free(&mod->made_symbols);
	vec_free(&mod->symbol_of);
	vec_free(&mod->value_of);
	vec_free(&mod->intrinsic_of);
	vec_free(&mod->node_ids);
	vec_free(&mod->scope_ids);
	vec_free(&mod->scope_at);
	vec_free(&mod->variable_at);
	vec_free(&mod->pending_types);
	free(mod->directory);
}

/* Did passes run on it? The compiler says which level it was asked for; with -disable-llvm-passes,
 * or in our own runs, nothing was done all the same, and variables are still memory. */
static bool was_optimised(const struct bitcode *bc)
{
	return bc->optimised && !bc->trusted && (bc->has_values || !bc->has_declares);
}

static void lower_module(struct bitcode *bc, const char *unit_name, struct program *out)
{
	struct module mod;
	module_init(&mod, bc, out);
	struct ir_unit info = {
		.name = program_str(out, unit_name),
		.pointer_size = mod.pointer_size,
		.triple = program_str(out, str_cstr(&bc->triple)),
	};
	uint32_t unit = out->units.n;
	vec_push(&out->units, info);
	module_declare_symbols(&mod);
	module_define_symbols(&mod);
	module_read_assembly(&mod);
	while (bitcode_next_function(bc))
		module_lower_function(&mod);
	out->units.at[unit].optimised = was_optimised(bc);
	if (!bc->in.wrong)
		module_finish_types(&mod);
	module_release(&mod);
}

static enum lower_result lower(struct bitcode *bc, enum bitcode_state state,
			       struct lower_request *r)
{
	program_init(r->out);
	if (state == BITCODE_FOREIGN) {
		str_add(&r->triple, str_cstr(&bc->triple));
		bitcode_close(bc);
		return LOWER_FOREIGN;
	}
	bc->trusted = r->trusted;
	if (state == BITCODE_READ)
		lower_module(bc, r->unit_name, r->out);
	const char *wrong = bc->in.wrong;
	if (!wrong && !r->trusted)
		wrong = ir_verify(r->out);
	if (wrong)
		str_addf(&r->message, "cannot be read as LLVM bitcode: %s", wrong);
	bitcode_close(bc);
	return wrong ? LOWER_FAILED : LOWERED;
}

enum lower_result lower_file(const char *path, struct lower_request *r)
{
	struct bitcode bc;
	enum bitcode_state state = bitcode_open(&bc, path);
	return lower(&bc, state, r);
}

enum lower_result lower_bytes(const void *bytes, size_t size, struct lower_request *r)
{
	struct bitcode bc;
	enum bitcode_state state = bitcode_open_bytes(&bc, bytes, size);
	return lower(&bc, state, r);
}

void lower_request_free(struct lower_request *r)
{
	str_free(&r->message);
	str_free(&r->triple);
}
