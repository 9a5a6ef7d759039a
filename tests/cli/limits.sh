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

# One line for the limit, however many files it leaves out; and no compiler goes on.
for i in 1 2 3 4 5 6; do
	echo "int f$i(void) { return $i; }" >"many$i.c"
done
PATH=$PWD/bin:$PATH expect 2 --time-limit 0.3 many?.c
shows "6 of 6 files were not read"
quiet
sleep 0.2
pgrep -P $$ >/dev/null && fail "a child is left"

expect 2 --memory-limit 1 a.c
shows "memory limit"
clean
expect 0 --time-limit 100 --memory-limit 100000 a.c
