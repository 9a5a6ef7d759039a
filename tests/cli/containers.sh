# SPDX-License-Identifier: MIT
# Two queues of one kind, with a lock each: one side has found the memory by the pointer to the
# first element of its queue, the other by that to the last one of another queue.
. "$ROOT/tests/cli/lib.bash"
cp "$ROOT/tests/report/queues.c" queues.c
expect 1 --all queues.c
shows "low confidence: each holds the lock of the container in which it has found the memory"
hides "low confidence: of many objects allocated there"
