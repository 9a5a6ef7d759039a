/* SPDX-License-Identifier: MIT */
/* Messages as the protocol frames them: 'Content-Length: N', an empty line, N bytes of
 * JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "lsp/lsp.h"

enum { MAX_MESSAGE = 64 << 20 };

bool lsp_read(struct lsp_input *in, int descriptor)
{
	char buffer[1 << 14];
	ssize_t n = read(descriptor, buffer, sizeof(buffer));
	if (n > 0)
		str_addn(&in->bytes, buffer, (size_t)n);
	return n > 0;
}

/* The length that a header says; SIZE_MAX: none. */
static size_t content_length(const char *header, const char *end)
{
	static const char name[] = "Content-Length:";
	for (const char *line = header; line < end; line = strstr(line, "\r\n") + 2)
		if (strncasecmp(line, name, sizeof(name) - 1) == 0)
			return strtoull(line + sizeof(name) - 1, NULL, 10);
	return SIZE_MAX;
}

static void forget_taken(struct lsp_input *in)
{
	if (!in->at)
		return;
	memmove(in->bytes.at, in->bytes.at + in->at, in->bytes.n - in->at + 1);
	in->bytes.n -= in->at;
	in->at = 0;
}

int lsp_take(struct lsp_input *in, json_t **message)
{
	forget_taken(in);
	const char *text = str_cstr(&in->bytes), *end = strstr(text, "\r\n\r\n");
	if (!end)
		return 0;
	size_t length = content_length(text, end + 2), head = (size_t)(end - text) + 4;
	if (length > MAX_MESSAGE) {
		in->at = head; /* whatever it is, it is no message */
		return -1;
	}
	if (in->bytes.n - head < length)
		return 0;
	in->at = head + length;
	*message = json_loadb(text + head, length, 0, NULL);
	return *message ? 1 : -1;
}

void lsp_send(json_t *message)
{
	json_object_set_new(message, "jsonrpc", json_string("2.0"));
	char *text = json_dumps(message, JSON_COMPACT);
	if (text)
		printf("Content-Length: %zu\r\n\r\n%s", strlen(text), text);
	fflush(stdout);
	free(text);
	json_decref(message);
}

void lsp_input_free(struct lsp_input *in)
{
	str_free(&in->bytes);
}
