# SPDX-License-Identifier: MIT
# compile_commands.json in both forms, relative directories, which flags are kept.
. "$ROOT/tests/cli/lib.bash"
mkdir -p build src include
cat >src/a.c <<'END'
#include <value.h>
#ifndef FROM_FORCED
#error "-include was lost"
#endif
_Static_assert(sizeof(NAME) == sizeof("a b"), "quoting was lost");
_Static_assert(sizeof(PATH_) == sizeof("c\\d"), "backslash was lost");
_Static_assert(OTHER == 7, "-D was lost");
_Static_assert(__STDC_VERSION__ == 199901L, "-std was lost");
#ifdef GONE
#error "-U was lost"
#endif
#ifdef __OPTIMIZE__
#error "-O reached clang"
#endif
int VALUE(void) { return 0; }
END
echo '#define VALUE from_header' >include/value.h
echo '#define FROM_FORCED 1' >include/forced.h
database_dir=build

flags='-std=gnu99 -O2 -g3 -Wall -Werror -MMD -MF a.d -MT x -pipe -I ../include'
flags="$flags -include ../include/forced.h -D OTHER=7 -DGONE -UGONE -o a.o -c"
database '{"directory": "'"$PWD"'/build", "file": "../src/a.c",
 "command": "/usr/bin/cc '"$flags"' -DNAME=\"\\\"a\\ b\\\"\" '"'-DPATH_=\\\"c\\\\\\\\d\\\"'"' ../src/a.c"}'
expect 0 dump --ir -p build
shows "func @from_header"
shows '"src/a.c"'
quiet
[ ! -e build/a.o ] && [ ! -e build/a.d ] || fail "clang wrote the project's files"

# the list form, and a directory relative to the database
words='"ccache", "gcc", "-std=gnu99", "-I", "../include", "-include", "../include/forced.h"'
words="$words, \"-DOTHER=7\", \"-DNAME=\\\"a b\\\"\", \"-DPATH_=\\\"c\\\\\\\\d\\\"\""
database '{"directory": ".", "file": "../src/a.c", "arguments": ['"$words"', "-c", "../src/a.c"]}'
expect 0 dump --ir -p build
shows "func @from_header"
expect 0 dump --ir -p build/compile_commands.json
expect 0 dump --ir -p build src/a.c

# seen from another directory the result is the same program
(cd src && "$CHEQUER" dump --ir -p ../build) | grep -q 'func @from_header' || fail "from src"

# a file that is not in the database
echo 'int x;' >src/b.c
expect 2 -p build src/b.c
says "src/b.c is not in the compile database"
one_message
clean
