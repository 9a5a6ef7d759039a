# SPDX-License-Identifier: MIT
# More pairs of main and a worker than a list has room for: those of other kinds of threads are in
# it nevertheless, and two threads that were created lead.
. "$ROOT/tests/cli/lib.bash"
{
	echo '#include <pthread.h>'
	echo 'static long done;'
	echo 'static void *work(void *a) {'
	for i in $(seq 40); do echo "	done += $i;"; done
	echo '	return a; }'
	echo 'static void *progress(void *a) { return done ? a : 0; }'
	echo 'int main(void) { pthread_t t[3];'
	echo '	pthread_create(&t[0], 0, work, 0); pthread_create(&t[2], 0, progress, 0);'
	for i in $(seq 40); do echo "	done -= $i;"; done
	echo '	pthread_join(t[0], 0); pthread_join(t[2], 0); return 0; }'
} >many.c
expect 1 --format json many.c
python3 - .out <<'P' || fail "the kinds of threads that the list has"
import json, sys
report = json.load(open(sys.argv[1]))
race = report["races"][0]
entry = [report["threads"][a["thread"]]["entry"] for a in race["accesses"]]
kinds = [tuple(sorted(entry[i] for i in pair)) for pair in race["pairs"]]
assert len(kinds) == 200, len(kinds)
assert kinds[0] == ("progress", "work"), kinds[0]
assert ("main", "progress") in kinds and ("main", "work") in kinds, set(kinds)
P

# More pairs of kinds of threads at two lines than there is room for: the other lines are in the list.
{
	echo '#include <pthread.h>'
	echo 'static long hits;'
	echo 'static void tick(void) { hits++; }'
	echo 'static void *show(void *a) {'
	echo '	return hits ? a : 0; }'
	for i in $(seq 30); do echo "static void *work$i(void *a) { tick(); return a; }"; done
	echo 'int main(void) { pthread_t t[31];'
	for i in $(seq 30); do echo "	pthread_create(&t[$i], 0, work$i, 0);"; done
	echo '	pthread_create(&t[0], 0, show, 0);'
	echo '	hits = 0;'
	for i in $(seq 0 30); do echo "	pthread_join(t[$i], 0);"; done
	echo '	return 0; }'
} >kinds.c
expect 1 --format json kinds.c
python3 - .out <<'P' || fail "the lines that the list has"
import json, sys
report = json.load(open(sys.argv[1]))
race = report["races"][0]
line = [a["line"] for a in race["accesses"]]
lines = {tuple(sorted(line[i] for i in pair)) for pair in race["pairs"]}
assert len(race["pairs"]) == 200, len(race["pairs"])
reset = max(line)
assert lines == {(3, 3), (3, 5), (3, reset), (5, reset)}, lines
P
