# SPDX-License-Identifier: MIT
# What was compiled and found is kept: clang is run again only on what has changed.
. "$ROOT/tests/cli/lib.bash"
real=$(command -v clang-19)
mkdir bin first second src
cat >bin/clang-19 <<END
#!/bin/bash
case " \$* " in *' -c '*) echo "\${@: -1}" >>"$PWD/compiled" ;; esac
exec "$real" "\$@"
END
chmod +x bin/clang-19
export PATH=$PWD/bin:$PATH
cat >src/a.c <<'END'
#include <pthread.h>
#include "h.h"
int b(void);
static int x;
static void *f(void *a) { x += STEP; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = b(); pthread_join(t, 0); return x; }
END
printf '#include "h.h"\n#if __has_include("option.h")\n#include "option.h"\n#endif\nint b(void) { return STEP; }\n' >src/b.c
echo '#define STEP 3' >second/h.h

# compiles 'FILES' ARGUMENTS...: the files that clang is run on, and the same report as ever
compiles()
{
	local wanted=$1 plain
	shift
	rm -f compiled
	expect 1 --no-cache -v "$@" -- -Ifirst -Isecond -Wno-such -fno-such
	plain=$out$err
	rm -f compiled
	sleep 0.2 # what was written just now is not trusted; the clock of files may lag
	expect 1 --cache kept -v "$@" -- -Ifirst -Isecond -Wno-such -fno-such
	[ "$out$err" = "$plain" ] || fail "another report: $plain"
	[ "$(sort -u compiled 2>/dev/null | tr '\n' ' ')" = "$wanted" ] ||
		fail "compiled: $(cat compiled 2>/dev/null), expected $wanted"
	rm -f compiled
	expect 1 --cache kept -v "$@" -- -Ifirst -Isecond -Wno-such -fno-such
	[ "$out$err" = "$plain" ] || fail "another report the second time: $plain"
	[ ! -e compiled ] || fail "compiled again: $(cat compiled)"
}
both='src/a.c src/b.c '
compiles "$both" src/a.c src/b.c
compiles '' --format json src/a.c src/b.c
compiles '' --all src/b.c src/a.c
touch src/a.c second/h.h
compiles '' src/a.c src/b.c
sed -i 's/x = b/x += b/' src/a.c
compiles 'src/a.c ' src/a.c src/b.c
sed -i 's/x += b/x = b/' src/a.c # as it was before
compiles '' src/a.c src/b.c
echo '#define STEP 4' >second/h.h
compiles "$both" src/a.c src/b.c
echo '#define STEP 5' >first/h.h # found earlier
compiles "$both" src/a.c src/b.c
rm first/h.h # that was read: what else would be is not known
compiles "$both" src/a.c src/b.c
echo '#define STEP 6' >src/h.h # beside the sources
compiles "$both" src/a.c src/b.c
rm src/h.h
compiles "$both" src/a.c src/b.c
echo 'int option;' >second/option.h # only asked for
compiles 'src/b.c ' src/a.c src/b.c
echo 'nothing' >src/notes
compiles '' src/a.c src/b.c

# A comment for chequer is looked at each time, although the bitcode is the same.
sed -i '/^static int x/s|$| // chequer: ignore on purpose|' src/a.c
sleep 0.05
expect 0 --cache kept src/a.c src/b.c -- -Ifirst -Isecond
sed -i 's| // chequer: ignore.*||' src/a.c
sleep 0.05
compiles '' src/a.c src/b.c

# A unit that fails, with its message, until the header is there.
printf '#include "gone.h"\nint c(void) { return GONE; }\n' >src/c.c
compiles 'src/c.c ' --keep-going src/a.c src/b.c src/c.c
says "'gone.h' file not found"
echo '#define GONE 1' >second/gone.h
compiles 'src/c.c ' --keep-going src/a.c src/b.c src/c.c

# What .chequer says counts, also what no option says.
echo 'guard x by m' >.chequer
expect 1 --no-cache src/a.c src/b.c -- -Ifirst -Isecond
plain=$out$err
expect 1 --cache kept src/a.c src/b.c -- -Ifirst -Isecond
[ "$out$err" = "$plain" ] || fail "another report: $plain"
rm .chequer

# Entries that are cut, changed or swapped, and other files in their place.
expect 1 --no-cache src/a.c src/b.c -- -Isecond
plain=$out
expect 1 --cache kept src/a.c src/b.c -- -Isecond
n=0
find kept -type f -not -name CACHEDIR.TAG | sort >list
while read -r file; do
	n=$((n + 1))
	case $((n % 5)) in
	0) : >"$file" ;;
	1) truncate -s -1 "$file" ;;
	2) printf X | dd of="$file" bs=1 seek=60 conv=notrunc status=none ;;
	3) cp "$(head -1 list)" "$file" ;;
	4) rm "$file" && mkdir "$file" ;;
	esac
done <list
expect 1 --cache kept src/a.c src/b.c -- -Isecond
[ "$out" = "$plain" ] || fail "another report from a damaged cache"
rm -rf kept
printf 'not a directory' >kept
expect 1 --cache kept src/a.c src/b.c -- -Isecond
[ "$out" = "$plain" ] || fail "another report without a cache"
says "--cache kept: "
rm kept

# The usual place, and how to say that there is none.
unset CHEQUER_CACHE
export XDG_CACHE_HOME=$PWD/xdg
expect 1 --no-cache src/a.c src/b.c -- -Isecond
[ ! -e xdg ] || fail "--no-cache keeps something"
expect 1 src/a.c src/b.c -- -Isecond
[ -e xdg/chequer/CACHEDIR.TAG ] || fail "no cache in XDG_CACHE_HOME"
CHEQUER_CACHE='' expect 1 --no-config src/a.c src/b.c -- -Isecond

# Two at once, and a bound on the size; files that are not ours stay.
mkdir kept
echo mine >kept/mine
for i in 1 2 3 4; do
	"$CHEQUER" --cache kept src/a.c src/b.c -- -Isecond >"out$i" 2>&1 &
done
wait
for i in 1 2 3 4; do
	[ "$(cat out$i)" = "$plain" ] || fail "another report, several at once"
done
for i in 1 2 3 4 5 6 7 8; do
	head -c 200000 /dev/urandom | base64 -w 0 | sed 's/.*/const char text[] = "&";/' >big.c
	expect 0 --cache kept --cache-size 1 big.c
done
[ "$(du -s --apparent-size kept | cut -f1)" -lt 1200 ] || fail "too large: $(du -s kept)"
[ "$(cat kept/mine)" = mine ] || fail "a file that is not ours is gone"
