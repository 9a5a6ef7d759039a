// SPDX-License-Identifier: MIT
#include <stddef.h>

#include "stream.h"

static stream input = {"input", NULL};

int main(void)
{
	stream_open(&input);
	return stream_run(&input) == 0;
}
