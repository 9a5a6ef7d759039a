# SPDX-License-Identifier: MIT
# A limit: the report so far, marked incomplete, status 2.
. "$ROOT/tests/cli/lib.bash"
mkdir bin
printf '#!/bin/bash\nexec sleep 60\n' >bin/clang-19
chmod +x bin/clang-19
echo 'int main(void) { return 0; }' >a.c
start=$SECONDS
PATH=$PWD/bin:$PATH expect 2 --time-limit 0.3 a.c
shows "incomplete"
shows "time limit"
PATH=$PWD/bin:$PATH expect 2 --time-limit 0.3 --format json a.c
shows '"complete": false'
shows "time limit"
[ $((SECONDS - start)) -lt 20 ] || fail "the limit took $((SECONDS - start)) seconds"
clean
PATH=$PWD/bin:$PATH expect 2 --time-limit 0.3 dump --ir a.c
says "time limit"

expect 2 --memory-limit 1 a.c
shows "memory limit"
clean
expect 0 --time-limit 100 --memory-limit 100000 a.c
