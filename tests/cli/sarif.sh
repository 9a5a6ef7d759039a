# SPDX-License-Identifier: MIT
# SARIF: paths below the repository, columns in UTF-16 units, suppressions, the baseline, and
# what was not understood.
. "$ROOT/tests/cli/lib.bash"
mkdir -p repo/.git repo/src
cd repo/src || exit 1
two_threads "a b.c" 'int plain, silent, listed[4];
extern void unknown(int *p);' '	/* é 𝄞 */ plain++;
	silent++; // chequer: ignore only a hint
	listed[1]++;
	unknown(p);'
expect 1 "a b.c"
id=$(sed -n "s/.*race on 'listed\[1\]' \[.*; \(.*\)\]/\1/p" .out)
echo "$id  listed" >base.txt
expect 1 --format sarif --baseline base.txt -o log.sarif "a b.c"
[ -z "$out" ] || fail "something on standard output"
"$ROOT/tests/report/validate-sarif" log.sarif
status=$?
[ $status = 0 ] || [ $status = 3 ] || fail "not valid"
python3 - "$id" <<'END' || fail "not as expected"
import json, sys
run = json.load(open("log.sarif", encoding="utf-8"))["runs"][0]
by = {r["properties"]["memory"]: r for r in run["results"]}
assert sorted(by) == ["listed[1]", "plain", "silent"], sorted(by)
place = by["plain"]["locations"][0]["physicalLocation"]
assert place["artifactLocation"] == {"uri": "src/a%20b.c", "uriBaseId": "%SRCROOT%"}, place
assert place["region"] == {"startLine": 6, "startColumn": 18}, place
assert by["plain"]["baselineState"] == "new" and "suppressions" not in by["plain"]
assert by["silent"]["suppressions"] == [{"kind": "inSource", "status": "accepted",
                                         "justification": "a b.c:7: only a hint"}]
assert by["listed[1]"]["suppressions"][0]["kind"] == "external"
assert by["listed[1]"]["baselineState"] == "unchanged"
assert r"Data race on 'listed\[1\]'" in by["listed[1]"]["message"]["text"]
prints = by["listed[1]"]["partialFingerprints"]
assert prints["primaryLocationLineHash"] == sys.argv[1] + ":1", prints
assert all(r["level"] == "error" and r["rank"] == 80 for r in run["results"])
END
cat >broken.c <<'END'
int x = ;
END
expect 1 --keep-going --format sarif --root . "a b.c" broken.c
python3 - <<'END' || fail "not as expected"
import json
run = json.load(open(".out", encoding="utf-8"))["runs"][0]
call = run["invocations"][0]
assert call["executionSuccessful"] is False
assert any("broken.c" in n["message"]["text"] and n["descriptor"]["id"] == "not-analysed"
           for n in call["toolExecutionNotifications"]), call
uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
assert uri == "a%20b.c", uri
END
# built beside the repository: paths are still below it
mkdir ../../beside
(cd ../../beside && "$CHEQUER" --format sarif "$PWD/../repo/src/a b.c") >.out 2>.err </dev/null
out=$(cat .out)
shows '"uri": "src/a%20b.c"'
expect 1 --format sarif --root nothere "a b.c"
shows "\"uri\": \"file://$PWD/a%20b.c\""
clean
