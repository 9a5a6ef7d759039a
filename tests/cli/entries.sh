#!/bin/bash
# SPDX-License-Identifier: MIT
# --entry: names, patterns, and every visible function.
# shellcheck source=tests/cli/lib.bash
. "$ROOT/tests/cli/lib.bash"
dir=$ROOT/tests/races/threads/37_internal_functions_race

expect 0 "$dir/api.c" "$dir/registry.c"
shows "no main: 3 functions that code outside may call"
shows "not among them: 1 externally visible function that other files"

expect 1 --entry '*' "$dir/api.c" "$dir/registry.c"
shows "data race on 'registry.used'"
shows "in entry 'registry_grow'"

expect 1 --entry 'registry_[gp]*' "$dir/api.c" "$dir/registry.c"
expect 0 --entry 'registry_acquire' "$dir/api.c" "$dir/registry.c"

expect 2 --entry 'registry_x*' "$dir/api.c" "$dir/registry.c"
says "--entry registry_x*: the program has no externally visible function"
clean

# What only the loader finds is called by it alone: nobody finds a constructor in clang's array.
cat >loaded.c <<-END
	static int page_size;
	__attribute__((constructor)) static void set_up(void) { page_size = 4096; }
	int size(void) { return page_size; }
END
expect 0 dump --pointers --library loaded.c
hides "set_up"
expect 0 dump --callgraph --library loaded.c
shows "set_up"
