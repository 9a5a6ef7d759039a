# SPDX-License-Identifier: MIT
# Several processes (mpirun) report what one does. Only where it was built with MPI.
. "$ROOT/tests/cli/lib.bash"
if ! ldd "$CHEQUER" | grep -q libmpi || ! command -v mpirun >/dev/null; then
	exit 0
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
for n in 1 2 3 4 5; do
	cat >"$n.c" <<END
#include <pthread.h>
int count$n;
void work$n(void) { count$n++; }
END
done
echo 'int broken(' >6.c
cat >main.c <<'END'
#include <pthread.h>
void work1(void), work2(void), work3(void), work4(void), work5(void);
static void *f(void *a) { work1(); work3(); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); work2(); pthread_join(t, 0); return 0; }
END
expect 1 --no-cache --keep-going --no-config -v main.c [1-6].c -- -fno-such
for ranks in 2 4; do
	mpirun --oversubscribe -n $ranks "$CHEQUER" --no-cache --keep-going --no-config -v \
		main.c [1-6].c -- -fno-such >.ranks 2>.err </dev/null
	[ "$(cat .ranks)" = "$out" ] || fail "another report: $(cat .ranks)"
	[ "$(grep '^chequer' .err)" = "$err" ] || fail "other messages: $(cat .err)"
done
rm -f 6.c
mpirun --oversubscribe -n 3 "$CHEQUER" --cache kept --no-config main.c [1-5].c >.ranks 2>.err </dev/null
expect 1 --cache kept --no-config --stats main.c [1-5].c
[ "$(cat .ranks)" = "$out" ] || fail "another report: $(cat .ranks)"
printf '%s\n' "$err" | grep -q 'units from the cache *6' || fail "not all were kept"
