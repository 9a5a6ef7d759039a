# SPDX-License-Identifier: MIT
# A compile database that is wrong: the file, the line, what is expected.
. "$ROOT/tests/cli/lib.bash"
db=compile_commands.json
echo 'int x;' >a.c

expect 2 -p .
says "$db"
says "CMAKE_EXPORT_COMPILE_COMMANDS"
one_message

wrong()
{
	printf "$1" >$db
	expect 2 -p .
	says "$db:$2: "
	one_message
}
wrong '' 1
wrong '[]' 1
wrong '{}' 1
wrong '[\n{"directory": ".",\n "file": a.c}\n]\n' 3
wrong '[{"file": "a.c", "command": "cc a.c"},\n{"file": "a.c"}]' 2
wrong '[{"file": "a.c", "command": "cc a.c"},\n\n{"command": "cc a.c"}]' 3
wrong '[\n7]' 2
wrong '[\n{"file": 7, "command": "cc"}]' 2
wrong '[\n{"file": "a.c", "command": ["cc"]}]' 2
wrong '[\n{"file": "a.c", "arguments": "cc"}]' 2
wrong '[\n{"file": "a.c", "arguments": ["cc", 1]}]' 2
wrong '[\n{"file": "a.c", "directory": 3, "arguments": ["cc"]}]' 2
wrong '[\n{"file": "a.c", "command": "cc '"'"'-DX a.c"}]' 2
says "quote"
wrong '[{"file": "a.c", "command": "cc a.c"}' 1
says "malformed JSON"

# what the database names is not there
database '{"directory": ".", "file": "gone.c", "command": "cc -c gone.c"}'
expect 2 -p .
says "gone.c"
one_message
database '{"directory": "nowhere", "file": "../a.c", "command": "cc -c ../a.c"}'
expect 2 -p .
says "nowhere"
one_message
database '{"directory": ".", "file": "a.c", "command": "cc @gone.rsp -c a.c"}'
expect 2 -p .
says "gone.rsp"
one_message
echo '@loop.rsp' >loop.rsp
database '{"directory": ".", "file": "a.c", "command": "cc @loop.rsp -c a.c"}'
expect 2 -p .
says "nested"
one_message
database '{"directory": ".", "file": "a.cc", "command": "c++ -c a.cc"}'
expect 2 -p .
says "none of its 1 files is C"
clean
