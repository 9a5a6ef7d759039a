// SPDX-License-Identifier: MIT
/* What one call sets is one report, if it is twenty variables or more; what another function sets
 * has one of its own. */
#include <pthread.h>

static int level, sum;
static int option0, option1, option2, option3, option4;
static int option5, option6, option7, option8, option9;
static int option10, option11, option12, option13, option14;
static int option15, option16, option17, option18, option19;

static void set_up(int x)
{
	option0 = x + 0;
	option1 = x + 1;
	option2 = x + 2;
	option3 = x + 3;
	option4 = x + 4;
	option5 = x + 5;
	option6 = x + 6;
	option7 = x + 7;
	option8 = x + 8;
	option9 = x + 9;
	option10 = x + 10;
	option11 = x + 11;
	option12 = x + 12;
	option13 = x + 13;
	option14 = x + 14;
	option15 = x + 15;
	option16 = x + 16;
	option17 = x + 17;
	option18 = x + 18;
	option19 = x + 19;
}

static void set_level(int x)
{
	level = x;
}

static void *work(void *arg)
{
	sum += option0;
	sum += option1;
	sum += option2;
	sum += option3;
	sum += option4;
	sum += option5;
	sum += option6;
	sum += option7;
	sum += option8;
	sum += option9;
	sum += option10;
	sum += option11;
	sum += option12;
	sum += option13;
	sum += option14;
	sum += option15;
	sum += option16;
	sum += option17;
	sum += option18;
	sum += option19;
	sum += level;
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t id;

	(void)argv;
	pthread_create(&id, NULL, work, NULL);
	set_up(argc);
	set_level(argc);
	pthread_join(id, NULL);
	return sum;
}
