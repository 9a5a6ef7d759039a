# SPDX-License-Identifier: MIT
# A signal ends chequer and its children at once, and nothing is left behind.
. "$ROOT/tests/cli/lib.bash"
mkdir bin
cat >bin/clang-19 <<'END'
#!/bin/bash
echo $$ >>"$PIDS"
exec sleep 60
END
chmod +x bin/clang-19
export PIDS=$PWD/pids
for n in 1 2 3; do
	echo 'int x;' >$n.c
done

interrupt()
{
	: >pids
	PATH=$PWD/bin:$PATH env --default-signal=INT "$CHEQUER" -j2 1.c 2.c 3.c >.out 2>.err &
	local chequer=$! status=0 tries=0
	while [ "$(wc -l <pids)" -lt 2 ]; do
		sleep 0.05
		tries=$((tries + 1))
		[ $tries -lt 200 ] || fail "clang was not started"
	done
	[ -n "$(ls tmp)" ] || fail "no temporary directory"
	kill -s "$1" $chequer
	wait $chequer || status=$?
	[ $status = "$2" ] || fail "SIG$1: status $status, expected $2"
	for child in $(cat pids); do
		! kill -0 "$child" 2>/dev/null || fail "SIG$1: child $child is alive"
	done
	clean
}
interrupt INT 130
interrupt TERM 143
interrupt HUP 129
