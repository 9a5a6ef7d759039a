/* SPDX-License-Identifier: MIT */
/*
 * The loop: messages of the editor, and the end of a run, which closes a pipe that only
 * it has. There is one run at a time; what is saved during one asks for another.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/process.h"
#include "base/utf8.h"
#include "lsp/lsp.h"
#include "project/paths.h"

enum {
	INVALID_REQUEST = -32600,
	METHOD_NOT_FOUND = -32601,
	PARSE_ERROR = -32700,
	NOT_INITIALIZED = -32002,
	MESSAGE_ERROR = 1,
	MESSAGE_LOG = 4
};

struct server {
	lsp_check *check;
	void *context;
	struct lsp_input input;
	struct str report, errors; /* files of a run */
	json_t *shown;             /* uri -> diagnostics that the editor has */
	pid_t run;                 /* 0: none */
	int end;                   /* of a pipe that the run has the other end of */
	bool again, initialized, down, exits;
};

/* ---- messages ---- */

static void reply(json_t *id, json_t *result)
{
	lsp_send(json_pack("{sOso}", "id", id, "result", result));
}

static void refuse(json_t *id, int code, const char *why)
{
	lsp_send(json_pack("{sOs{siss}}", "id", id, "error", "code", code, "message",
			   why));
}

static void notify(const char *method, json_t *params)
{
	lsp_send(json_pack("{ssso}", "method", method, "params", params));
}

static void tell(const char *method, int type, const char *text)
{
	struct str shown = {0};
	utf8_add(&shown, text);
	notify(method, json_pack("{siss}", "type", type, "message", str_cstr(&shown)));
	str_free(&shown);
}

/* ---- diagnostics ---- */

static void publish(const char *uri, json_t *diagnostics)
{
	notify("textDocument/publishDiagnostics",
	       json_pack("{sssO}", "uri", uri, "diagnostics", diagnostics));
}

/* Files that had some and have none any more are told so. */
static void show(struct server *s, json_t *diagnostics)
{
	const char *uri;
	json_t *list, *none = json_array();
	json_object_foreach(s->shown, uri, list)
	{
		if (!json_object_get(diagnostics, uri))
			publish(uri, none);
	}
	json_object_foreach(diagnostics, uri, list)
	{
		if (!json_equal(list, json_object_get(s->shown, uri)))
			publish(uri, list);
	}
	json_decref(none);
	json_decref(s->shown);
	s->shown = diagnostics;
}

static void show_report(struct server *s)
{
	struct arena scratch = {0};
	struct str text = {0};
	json_t *report = json_load_file(s->report.at, 0, NULL);
	if (report) {
		show(s, lsp_diagnostics(report, path_here(&scratch)));
		str_addf(&text, "chequer: %zu races",
			 json_array_size(json_object_get(report, "races")));
		tell("window/logMessage", MESSAGE_LOG, text.at);
	} else if (str_read_file(&text, s->errors.at) && text.n) {
		text.at[strcspn(text.at, "\n")] = 0;
		tell("window/showMessage", MESSAGE_ERROR, text.at);
	}
	json_decref(report);
	str_free(&text);
	arena_release(&scratch);
}

/* ---- runs ---- */

/* Nothing of it may get between our messages. */
static void run_check(struct server *s)
{
	sigset_t none;
	if (!freopen("/dev/null", "r", stdin) || !freopen("/dev/null", "w", stdout) ||
	    !freopen(s->errors.at, "w", stderr))
		_exit(1);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	s->check(s->context, s->report.at);
	_exit(1);
}

static void start_run(struct server *s)
{
	int ends[2];
	if (s->run) {
		s->again = true;
		return;
	}
	s->again = false;
	unlink(s->report.at);
	if (pipe(ends) != 0 || (s->run = fork()) < 0)
		die("cannot start a run: %s", strerror(errno));
	if (s->run == 0) {
		close(ends[0]);
		run_check(s);
	}
	close(ends[1]);
	s->end = ends[0];
}

static void end_run(struct server *s)
{
	close(s->end);
	while (waitpid(s->run, NULL, 0) < 0 && errno == EINTR)
		;
	s->run = 0;
	show_report(s);
	if (s->again)
		start_run(s);
}

static void stop_run(struct server *s)
{
	if (!s->run)
		return;
	kill(s->run, SIGTERM);
	close(s->end);
	while (waitpid(s->run, NULL, 0) < 0 && errno == EINTR)
		;
	s->run = 0;
}

/* ---- what the editor wants ---- */

/* The project is where the editor says it is: names and .chequer are looked up from
 * there. */
static void enter_project(json_t *params)
{
	json_t *folder = json_array_get(json_object_get(params, "workspaceFolders"), 0);
	const char *uri = json_string_value(json_object_get(folder, "uri"));
	if (!uri)
		uri = json_string_value(json_object_get(params, "rootUri"));
	if (!uri || strncmp(uri, "file://", 7) != 0)
		return;
	struct str path = {0};
	str_add(&path, uri + 7);
	if (path.n && path_from_uri(path.at) && chdir(path.at) != 0)
		warn("cannot go to %s: %s", path.at, strerror(errno));
	str_free(&path);
}

static void initialize(struct server *s, json_t *id, json_t *params)
{
	enter_project(params);
	s->initialized = true;
	reply(id, json_pack("{s{s{sbsisb}}s{ssss}}", "capabilities", "textDocumentSync",
			    "openClose", 1, "change", 0, "save", 1, "serverInfo", "name",
			    "chequer", "version", CHEQUER_VERSION));
}

static void answer_request(struct server *s, json_t *id, const char *method,
			   json_t *params)
{
	if (s->down)
		refuse(id, INVALID_REQUEST, "the server was shut down");
	else if (strcmp(method, "initialize") == 0)
		initialize(s, id, params);
	else if (!s->initialized)
		refuse(id, NOT_INITIALIZED, "initialize comes first");
	else if (strcmp(method, "shutdown") == 0) {
		s->down = true;
		stop_run(s);
		reply(id, json_null());
	} else
		refuse(id, METHOD_NOT_FOUND, "not a request that this server knows");
}

/* A file that is opened again is to have its diagnostics at once. */
static void publish_again(struct server *s, json_t *params)
{
	const char *uri = json_string_value(
		json_object_get(json_object_get(params, "textDocument"), "uri"));
	json_t *list = uri ? json_object_get(s->shown, uri) : NULL;
	if (list)
		publish(uri, list);
}

static void take_notice(struct server *s, const char *method, json_t *params)
{
	if (strcmp(method, "exit") == 0)
		s->exits = true;
	if (!s->initialized || s->down)
		return;
	if (strcmp(method, "initialized") == 0 ||
	    strcmp(method, "textDocument/didSave") == 0 ||
	    strcmp(method, "workspace/didChangeWatchedFiles") == 0)
		start_run(s);
	else if (strcmp(method, "textDocument/didOpen") == 0)
		publish_again(s, params);
}

static void take_message(struct server *s, json_t *message)
{
	const char *method = json_string_value(json_object_get(message, "method"));
	json_t *id = json_object_get(message, "id"),
	       *params = json_object_get(message, "params");
	if (method && id)
		answer_request(s, id, method, params);
	else if (method)
		take_notice(s, method, params);
	else if (!id || !json_object_get(message, "result"))
		refuse(json_null(), INVALID_REQUEST, "no method");
	json_decref(message);
}

static void take_messages(struct server *s)
{
	json_t *message;
	for (int r; !s->exits && (r = lsp_take(&s->input, &message)) != 0;) {
		if (r > 0)
			take_message(s, message);
		else
			refuse(json_null(), PARSE_ERROR, "not a message");
	}
}

int lsp_serve(lsp_check *check, void *context)
{
	struct server s = {.check = check, .context = context, .shown = json_object()};
	str_addf(&s.report, "%s/report.json", process_temporary_directory());
	str_addf(&s.errors, "%s/errors", process_temporary_directory());
	for (bool there = true; there && !s.exits;) {
		struct pollfd p[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
				      {.fd = s.run ? s.end : -1, .events = POLLIN}};
		if (poll(p, 2, -1) < 0 && errno != EINTR)
			die("cannot wait for messages: %s", strerror(errno));
		if (p[1].revents)
			end_run(&s);
		if (p[0].revents) {
			there = lsp_read(&s.input, STDIN_FILENO);
			take_messages(&s);
		}
	}
	stop_run(&s);
	json_decref(s.shown);
	lsp_input_free(&s.input);
	str_free(&s.report);
	str_free(&s.errors);
	process_cleanup();
	return s.down ? 0 : 1;
}
