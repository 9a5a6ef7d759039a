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

# Every file that stands in the way is named at once.
echo 'int helper(void) { return 2; } int main(void) { return 2; }' >three.c
echo 'int helper(void) { return 3; }' >four.c
expect 2 one.c two.c three.c four.c
says "'helper' is defined in four.c and in three.c"
says "'main' is also defined in one.c and in two.c"
clean
