// SPDX-License-Identifier: MIT
int launch(void);

int total;

int main(void)
{
	launch();
	total++; // NORACE
	return 0;
}
