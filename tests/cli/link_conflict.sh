# SPDX-License-Identifier: MIT
# Two strong definitions: an error that names both files and says what to do.
. "$ROOT/tests/cli/lib.bash"
echo 'int main(void) { return 0; }' >one.c
echo 'int main(void) { return 1; }' >two.c
expect 2 one.c two.c
says "'main'"
says "one.c"
says "two.c"
says "--exclude"
one_message
clean
