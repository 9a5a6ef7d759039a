// SPDX-License-Identifier: MIT
/* libmicrohttpd: its threads answer until the daemon is stopped. */
#include <stddef.h>

struct MHD_Daemon;
struct MHD_Connection;
struct MHD_Daemon *MHD_start_daemon(unsigned flags, unsigned short port, void *accept,
				    void *accept_arg,
				    int (*f)(void *arg, struct MHD_Connection *c, const char *url,
					     const char *method, const char *version,
					     const char *data, size_t *size, void **own),
				    void *arg, ...);
void MHD_stop_daemon(struct MHD_Daemon *d);

struct server {
	struct MHD_Daemon *http, *other;
	int port, answered, banned, kept;
};

static struct server server;

static int answer(void *arg, struct MHD_Connection *c, const char *url, const char *method,
		  const char *version, const char *data, size_t *size, void **own)
{
	struct server *s = arg;
	s->answered++; // RACE
	(void)c, (void)url, (void)method, (void)version, (void)data, (void)size, (void)own;
	return s->port + s->banned; // NORACE
}

static int answer_else(void *arg, struct MHD_Connection *c, const char *url, const char *method,
		       const char *version, const char *data, size_t *size, void **own)
{
	struct server *s = arg;
	(void)c, (void)url, (void)method, (void)version, (void)data, (void)size, (void)own;
	return s->kept; // RACE
}

static void stop(struct server *s)
{
	if (s->http)
		MHD_stop_daemon(s->http);
	s->http = NULL;
	s->banned = 0; // NORACE
}

int main(void)
{
	server.port = 80; // NORACE
	server.http = MHD_start_daemon(0, 80, NULL, NULL, answer, &server, 0);
	server.other = MHD_start_daemon(0, 81, NULL, NULL, answer_else, &server, 0);
	stop(&server);
	server.port = 0; // NORACE
	server.kept = 1; // RACE
	MHD_stop_daemon(server.other);
	server.kept = 2; // NORACE
	return 0;
}
