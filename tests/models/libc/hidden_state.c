// SPDX-License-Identifier: MIT
/* Functions whose result or place lies in memory of their own; and those that take it from the
 * caller. */
#define _GNU_SOURCE
#include <math.h>
#include <mntent.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <pthread.h>
#include <search.h>
#include <shadow.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>
#include <utmpx.h>
#include <wchar.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void look(void)
{
	struct ether_addr a = {{0}};
	unsigned short s[7] = {0};
	int point, sign;
	FILE *f = setmntent("/etc/mtab", "r");

	puts(l64a(5));				  // RACE
	puts(ecvt(1.5, 3, &point, &sign));	  // RACE
	puts(ether_ntoa(&a));			  // RACE
	(void)ether_aton("0:0:0:0:0:0");	  // RACE
	(void)getmntent(f);			  // RACE
	(void)getprotobyname("tcp");		  // RACE
	(void)getprotoent();			  // RACE
	(void)getnetbyname("loopback");		  // RACE
	(void)getservent();			  // RACE
	(void)getspnam("root");			  // RACE
	(void)getutxent();			  // RACE
	(void)getutent();			  // RACE
	(void)getdate("1");			  // RACE
	(void)getpass("? ");			  // RACE
	lcong48(s);				  // RACE
	hcreate(10);				  // RACE
	puts(tmpnam(NULL));			  // RACE
	puts(ctermid(NULL));			  // RACE
	(void)mbtowc(NULL, "a", 1);		  // RACE
	(void)mblen("a", 1);			  // RACE
	(void)wctomb(NULL, L'a');		  // RACE
	(void)localeconv();			  // RACE
	if (lgamma(2.5) > 0 && signgam)		  // RACE
		puts("");
}

static void look_with_care(void)
{
	struct ether_addr a = {{0}};
	char text[L_tmpnam];
	mbstate_t state = {0};
	int sign;

	puts(ether_ntoa_r(&a, text)); // NORACE
	puts(tmpnam(text));	      // NORACE
	puts(ctermid(text));	      // NORACE
	(void)mbrlen("a", 1, &state); // NORACE
	(void)lgamma_r(2.5, &sign);   // NORACE
	pthread_mutex_lock(&m);
	puts(fcvt(1.5, 3, &sign, &sign)); // NORACE with each other
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	look();
	return arg;
}

static void *careful(void *arg)
{
	look_with_care();
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_create(&a, NULL, careful, NULL);
	pthread_create(&b, NULL, careful, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
