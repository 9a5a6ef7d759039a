# SPDX-License-Identifier: MIT
# chequer lsp: a client speaks the protocol with it.
. "$ROOT/tests/cli/lib.bash"
mkdir -p 'a project/src' elsewhere
cat >'a project/src/a.c' <<'END'
#include <pthread.h>
int first, second;
void *other(void *);
static void *run(void *p)
{
	/* ä 😀 */ first++;
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, run, 0);
	other(0);
	pthread_join(a, 0);
	return 0;
}
END
cat >'a project/src/b.c' <<'END'
extern int first, second;
void *other(void *p)
{
	first = 2;
	return p;
}
END
cat >'a project/.chequer' <<'END'
option --cache kept
END
cat >client.py <<'END'
import json, os, select, subprocess, sys, time
from urllib.parse import quote

class Server:
    def __init__(self, *words, cwd="elsewhere"):
        self.p = subprocess.Popen([os.environ["CHEQUER"], "lsp", *words], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, cwd=cwd)
        self.data, self.id = b"", 0
    def write(self, data):
        self.p.stdin.write(data)
        self.p.stdin.flush()
    def send(self, **m):
        body = json.dumps({"jsonrpc": "2.0", **m}).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    def take(self):
        head, found, rest = self.data.partition(b"\r\n\r\n")
        if not found:
            return None
        n = int(head.split(b":")[1])
        if len(rest) < n:
            return None
        self.data = rest[n:]
        m = json.loads(rest[:n])
        assert m["jsonrpc"] == "2.0", m
        return m
    def read(self, seconds=60):
        end = time.time() + seconds
        while True:
            m = self.take()
            if m:
                return m
            ready = select.select([self.p.stdout], [], [], max(0, end - time.time()))[0]
            chunk = os.read(self.p.stdout.fileno(), 65536) if ready else b""
            if not chunk:
                return None
            self.data += chunk
    def ask(self, method, params=None):
        self.id += 1
        self.send(id=self.id, method=method, params=params or {})
        m = self.read()
        while m and "id" not in m: # a run may end just now
            m = self.read()
        assert m and m["id"] == self.id, m
        return m
    def tell(self, method, params=None):
        self.send(method=method, params=params or {})
    def until_log(self):
        """What is published until a run has ended: uri -> diagnostics."""
        found = {}
        while True:
            m = self.read()
            assert m, "no answer"
            if m["method"] == "textDocument/publishDiagnostics":
                found[m["params"]["uri"]] = m["params"]["diagnostics"]
            elif m["method"] == "window/logMessage":
                return found, m["params"]["message"]
            elif m["method"] == "window/showMessage":
                return found, m["params"]["message"]

root = os.path.abspath("a project")
uri = lambda name: "file://" + quote(root + "/src/" + name)
s = Server("src/a.c", "src/b.c")
assert s.ask("textDocument/hover")["error"]["code"] == -32002
r = s.ask("initialize", {"processId": None, "rootUri": "file://" + quote(root), "capabilities": {}})
sync = r["result"]["capabilities"]["textDocumentSync"]
assert sync["openClose"] is True and sync["save"] and r["result"]["serverInfo"]["name"] == "chequer"
s.tell("initialized")
found, log = s.until_log()
assert log == "chequer: 1 races", log
assert set(found) == {uri("a.c"), uri("b.c")}, found
a, b = found[uri("a.c")][0], found[uri("b.c")][0]
assert a["range"]["start"] == {"line": 5, "character": 17}, a["range"]
assert b["range"] == {"start": {"line": 3, "character": 7}, "end": {"line": 3, "character": 8}}, b["range"]
assert (a["severity"], a["source"], len(a["code"])) == (1, "chequer", 16) and a["code"] == b["code"]
assert "data race on 'first'" in a["message"] and "thread 'run'" in a["message"], a
assert "write of 'first' in 'other', the main thread, no locks held" in b["message"], b
there = [(x["location"]["uri"], x["location"]["range"]["start"]["line"]) for x in a["relatedInformation"]]
assert there == [(uri("b.c"), 3), (uri("a.c"), 11), (uri("a.c"), 1)], there
assert b["relatedInformation"][0]["location"]["uri"] == uri("a.c")
assert "is created here" in a["relatedInformation"][1]["message"]
# opened later: at once
s.tell("textDocument/didOpen", {"textDocument": {"uri": uri("b.c"), "languageId": "c", "version": 1, "text": ""}})
m = s.read()
assert m["params"] == {"uri": uri("b.c"), "diagnostics": [b]}, m
# saved: only what has changed is published; files without one get an empty list
save = lambda name: s.tell("textDocument/didSave", {"textDocument": {"uri": uri(name)}})
text = open("a project/src/b.c").read()
open("a project/src/b.c", "w").write(text.replace("first = 2", "second = 2"))
save("b.c")
found, log = s.until_log()
assert found == {uri("a.c"): [], uri("b.c"): []} and log == "chequer: 0 races", (found, log)
# does not compile: said, and the server goes on
open("a project/src/b.c", "w").write("int broken(")
save("b.c")
found, log = s.until_log()
assert not found and "cannot compile src/b.c" in log, log
open("a project/src/b.c", "w").write(text)
save("b.c"), save("b.c"), save("a.c")
found, log = s.until_log()
assert set(found) == {uri("a.c"), uri("b.c")}, found
s.tell("textDocument/didClose", {"textDocument": {"uri": uri("b.c")}})
# the saves in between asked for one more run, which finds the same
found, log = s.until_log()
assert not found, found
# what it does not know, and what is no message
assert s.ask("textDocument/hover")["error"]["code"] == -32601
s.tell("$/setTrace", {"value": "off"})
s.write(b"Content-Length: 5\r\n\r\n{oops")
m = s.read()
assert m["error"]["code"] == -32700 and m["id"] is None, m
s.write(b"Content-Type: x\r\ncontent-length: 46\r\n\r\n"), s.write(b'{"jsonrpc":"2.0","id":"x","method":"shutdown"}')
m = s.read()
assert m["id"] == "x" and m["result"] is None, m
assert s.ask("shutdown")["error"]["code"] == -32600
s.tell("exit")
assert s.p.wait(30) == 0
# the editor is gone, or says exit without shutdown
s = Server("a.c")
s.tell("exit")
assert s.p.wait(30) == 1
s = Server("a.c")
s.p.stdin.close()
assert s.p.wait(30) == 1
# the project's own file says what is analysed; asked to end during a run
open("a project/.chequer", "w").write("database .\n")
entry = lambda f: {"directory": root, "file": "src/" + f, "command": "cc -c src/" + f}
json.dump([entry("a.c"), entry("b.c")], open("a project/compile_commands.json", "w"))
s = Server()
s.ask("initialize", {"workspaceFolders": [{"uri": "file://" + quote(root), "name": "p"}], "rootUri": None, "capabilities": {}})
s.tell("initialized")
assert set(s.until_log()[0]) == {uri("a.c"), uri("b.c")}
save("a.c")
assert s.ask("shutdown")["result"] is None
s.tell("exit")
assert s.p.wait(30) == 0
END
python3 client.py >.out 2>.err || { out=$(cat .out) err=$(cat .err); fail "the client"; }
clean
expect 2 lsp --format json a.c
one_message
