# SPDX-License-Identifier: MIT
# Flags in response files, also nested and quoted, relative to the directory.
. "$ROOT/tests/cli/lib.bash"
mkdir -p build/sub
cat >a.c <<'END'
_Static_assert(ONE == 1 && TWO == 2, "");
_Static_assert(sizeof(NAME) == 4, "");
int FUNCTION(void) { return 0; }
END
printf '%s\n' '-DONE=1' '@sub/more.rsp' >build/flags.rsp
printf '%s' "-DTWO=2 '-DNAME=\"a b\"' -DFUNCTION=found -O3" >build/sub/more.rsp
database_dir=build
database '{"directory": "'"$PWD"'/build", "file": "../a.c", "arguments": ["cc", "@flags.rsp", "-c", "../a.c"]}'
expect 0 dump --ir -p build
shows "func @found"
quiet
