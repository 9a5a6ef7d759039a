/* SPDX-License-Identifier: MIT */
/* --help, the manual page and the bash completion, all from the option table. */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "cli/options.h"

enum { HELP_COLUMN = 26, HELP_WIDTH = 79 };

static const char *const synopsis[] = {
	"chequer [check] [OPTIONS] FILES... [-- CLANG FLAGS]",
	"chequer [check] [OPTIONS] -p DIR [FILES...]",
	"chequer dump --ir|--pointers|--callgraph|--threads [OPTIONS] INPUT",
	"chequer dump --summary [FUNCTIONS...] [OPTIONS] INPUT",
	"chequer show ID [OPTIONS] INPUT",
	"chequer locks [OPTIONS] INPUT",
	"chequer annotate [-o PATCH] [OPTIONS] INPUT",
	"chequer watch [OPTIONS] INPUT",
	"chequer lsp [OPTIONS] [INPUT]",
	"chequer why FILE:LINE FILE:LINE [OPTIONS] INPUT",
	"chequer confirm [OPTIONS] FILES... [-- CLANG FLAGS]",
	"chequer confirm [OPTIONS] -p DIR -- COMMAND...",
	"chequer build [-o FILE] -- COMMAND...",
	"chequer replay [OPTIONS] SCHEDULE FILES... | -- COMMAND...",
};

/* ---- --help ---- */

static void print_wrapped(FILE *out, const char *text, int column)
{
	int at = column;
	while (*text) {
		int n = (int)strcspn(text, " ");
		if (at > column && at + 1 + n > HELP_WIDTH) {
			fprintf(out, "\n%*s", column, "");
			at = column;
		}
		at += fprintf(out, "%s%.*s", at > column ? " " : "", n, text);
		text += n + (text[n] == ' ');
	}
	fputc('\n', out);
}

static void print_option(FILE *out, const struct option *o)
{
	struct str left = {0};
	if (o->letter)
		str_addf(&left, "  -%c, ", o->letter);
	else
		str_add(&left, "      ");
	str_addf(&left, "--%s", o->name);
	if (o->argument)
		str_addf(&left, " %s", o->argument);
	if (left.n + 2 > HELP_COLUMN)
		fprintf(out, "%s\n%*s", left.at, HELP_COLUMN, "");
	else
		fprintf(out, "%-*s", HELP_COLUMN, left.at);
	print_wrapped(out, o->help, HELP_COLUMN);
	str_free(&left);
}

void help_print(FILE *out)
{
	fputs("chequer finds data races in C programs without running them.\n\n", out);
	for (size_t i = 0; i < sizeof(synopsis) / sizeof(*synopsis); i++)
		fprintf(out, "%s %s\n", i ? "      " : "usage:", synopsis[i]);
	fputs("\nFILES: .c, .i (preprocessed), .bc, .ll (LLVM), .ir (see docs/ir.md)\n", out);
	for (size_t i = 0; i < option_count; i++) {
		const struct option *o = &option_table[i];
		if (o->kind == OPTION_GROUP)
			fprintf(out, "\n%s\n", o->name);
		else if (o->help)
			print_option(out, o);
	}
	fputs("\nExit status: 0 no races to report; 1 races reported; 2 wrong input or command\n"
	      "line, or a limit was reached.\n",
	      out);
}

/* ---- the manual page ---- */

static const char manual_head[] =
	".SH NAME\n"
	"chequer \\- find data races in C programs without running them\n"
	".SH SYNOPSIS\n";

static const char manual_description[] =
	".SH DESCRIPTION\n"
	"Two threads race when both can touch the same memory at the same time, at least\n"
	"one of them writes, and nothing orders them.\n"
	"chequer reads a whole program, works out which threads it has, which locks they\n"
	"hold at each access and which memory they share, and reports every race with both\n"
	"of its sides: who, where, with which locks, and how the thread got there.\n"
	".PP\n"
	"FILES are C sources (.c, or preprocessed .i), which chequer compiles with clang\\-19,\n"
	"LLVM bitcode (.bc, .ll), or chequer's own intermediate form (.ir).\n"
	"With \\fB\\-p\\fR the units and their flags come from a compile_commands.json.\n"
	".PP\n"
	"\\fBchequer show\\fR, with the same input, prints one race in full, by its\n"
	"id or the beginning of it; also one that is folded, ignored or of low confidence.\n"
	"\\fBchequer locks\\fR tells the lock discipline: by memory, what guards it and where\n"
	"that is not kept; by lock, what it guards and in which order locks are taken; and\n"
	"possible deadlocks.\n"
	"\\fBchequer annotate\\fR writes what is proved of it into the source, as a patch:\n"
	"GUARDED_BY, REQUIRES, ACQUIRE and RELEASE for clang \\-Wthread\\-safety.\n"
	"\\fBchequer watch\\fR checks, and again whenever a file that was read is saved.\n"
	"\\fBchequer lsp\\fR is a language server: it tells an editor about races, and again\n"
	"after each save.\n"
	"\\fBchequer dump\\fR shows what chequer understood, one phase at a time.\n"
	"\\fBchequer why\\fR tells at which stage two source lines were found not to race.\n"
	".PP\n"
	"\\fBchequer confirm\\fR runs the program into the races of its report: it stops\n"
	"threads before the accesses until two of them stand before the same byte. FILES are\n"
	"compiled for that; a project is built with \\fBchequer\\-cc\\fR for its compiler.\n"
	"\\fBchequer replay\\fR makes a race that was seen happen again.\n"
	".PP\n"
	"\\fBchequer build\\fR runs a build and records its compile commands in\n"
	"compile_commands.json: compilers are found through links of chequer that stand first in\n"
	"PATH. Its exit status is that of the build.\n"
	".SH OPTIONS\n";

static const char manual_tail[] =
	".SH FILES\n"
	".TP\n"
	".I .chequer\n"
	"What a project always wants; looked for in the working directory and upward.\n"
	"One directive a line, # starts a comment, words are quoted as in the shell:\n"
	".RS\n"
	".TP\n"
	".B database \\fIDIR\\fR\n"
	"the compile database to use when the command line names no input\n"
	".TP\n"
	".B models \\fIFILE\\fR...\n"
	"as \\fB\\-\\-models\\fR\n"
	".TP\n"
	".B entry \\fIFUNCTION\\fR...\n"
	"as \\fB\\-\\-entry\\fR\n"
	".TP\n"
	".B include \\fIGLOB\\fR...\n"
	"as \\fB\\-\\-include\\fR\n"
	".TP\n"
	".B exclude \\fIGLOB\\fR...\n"
	"as \\fB\\-\\-exclude\\fR\n"
	".TP\n"
	".B aside \\fIGLOB\\fR...\n"
	"as \\fB\\-\\-aside\\fR\n"
	".TP\n"
	".B guard \\fIMEMORY\\fR by \\fILOCK\\fR\n"
	"a contract: who uses that member or variable while other threads run holds that lock;\n"
	"where it is broken, a race of level high is reported\n"
	".TP\n"
	".B option \\fIOPTION\\fR...\n"
	"any option, for example \\fBoption \\-\\-all\\fR\n"
	".PP\n"
	"Paths in it are relative to the file.\n"
	"Options on the command line come after it and win.\n"
	".RE\n"
	".SH SILENCING A RACE\n"
	"A comment on the line of an access, or on the line that declares the variable,\n"
	"silences it; the reason is required:\n"
	".PP\n"
	".nf\n"
	"    hits++; // chequer: ignore approximate on purpose\n"
	".fi\n"
	".PP\n"
	"\\fB\\-\\-suppressions\\fR reads what ThreadSanitizer calls suppressions:\n"
	"\\fBrace:\\fR, \\fBrace_top:\\fR and \\fBdeadlock:\\fR with a pattern.\n"
	".PP\n"
	"\\fB\\-\\-write\\-baseline\\fR lists the races of today; with \\fB\\-\\-baseline\\fR\n"
	"only new ones are reported.\n"
	".SH ENVIRONMENT\n"
	".TP\n"
	".B NO_COLOR\n"
	"when set and not empty: no colours, unless \\fB\\-\\-colour always\\fR\n"
	".TP\n"
	".B COLUMNS\n"
	"the width of the terminal, instead of asking it; longer lines are broken\n"
	".TP\n"
	".B TMPDIR\n"
	"where the private directory for bitcode is made (default /tmp)\n"
	".SH EXIT STATUS\n"
	".TP\n"
	".B 0\n"
	"no races to report\n"
	".TP\n"
	".B 1\n"
	"races were reported\n"
	".TP\n"
	".B 2\n"
	"the input or the command line was wrong, or a limit was reached\n"
	".SH EXAMPLES\n"
	".nf\n"
	"chequer main.c pool.c \\-\\- \\-Iinclude \\-DNDEBUG\n"
	"cmake \\-B build \\-DCMAKE_EXPORT_COMPILE_COMMANDS=ON && chequer \\-p build\n"
	"chequer build \\-\\- make \\-j8 && chequer \\-p .\n"
	"chequer \\-p build \\-\\-format json > races.json\n"
	".fi\n"
	".SH SEE ALSO\n"
	".BR clang (1)\n";

/* In roff a hyphen that is meant as a minus, and a backslash, are escaped. */
static void print_roff(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '-' || *text == '\\')
			fputc('\\', out);
		fputc(*text, out);
	}
}

static void print_manual_option(FILE *out, const struct option *o)
{
	fputs(".TP\n", out);
	if (o->letter)
		fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
	fputs("\\fB\\-\\-", out);
	print_roff(out, o->name);
	fputs("\\fR", out);
	if (o->argument)
		fprintf(out, " \\fI%s\\fR", o->argument);
	fputc('\n', out);
	print_roff(out, o->help);
	fputc('\n', out);
}

static void print_manual_synopsis(FILE *out)
{
	for (size_t i = 0; i < sizeof(synopsis) / sizeof(*synopsis); i++) {
		fputs(i ? ".br\n" : "", out);
		print_roff(out, synopsis[i]);
		fputc('\n', out);
	}
}

void help_manual(FILE *out)
{
	fprintf(out, ".TH CHEQUER 1 \"\" \"chequer %s\" \"User Commands\"\n", CHEQUER_VERSION);
	fputs(manual_head, out);
	print_manual_synopsis(out);
	fputs(manual_description, out);
	for (size_t i = 0; i < option_count; i++) {
		const struct option *o = &option_table[i];
		if (o->kind == OPTION_GROUP)
			fprintf(out, ".SS %s\n", o->name);
		else if (o->help)
			print_manual_option(out, o);
	}
	fputs(manual_tail, out);
}

/* ---- bash completion ---- */

static void print_choices(FILE *out, const struct option *o)
{
	fprintf(out, "\t--%s)\n\t\tCOMPREPLY=($(compgen -W '", o->name);
	for (const char *c = o->argument; *c; c++)
		fputc(*c == '|' ? ' ' : *c, out);
	fputs("' -- \"$current\"))\n\t\treturn\n\t\t;;\n", out);
}

static void print_option_names(FILE *out)
{
	for (size_t i = 0; i < option_count; i++) {
		if (option_table[i].kind != OPTION_GROUP && option_table[i].help)
			fprintf(out, " --%s", option_table[i].name);
	}
}

void help_completion(FILE *out)
{
	fputs("# bash completion for chequer; made by chequer --completion\n"
	      "_chequer()\n{\n"
	      "\tlocal current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
	      "\tcase $before in\n",
	      out);
	for (size_t i = 0; i < option_count; i++) {
		if (option_table[i].kind == CHOICE)
			print_choices(out, &option_table[i]);
	}
	fputs("\t-p|--project)\n\t\tCOMPREPLY=($(compgen -d -- \"$current\"))\n\t\treturn\n\t\t;;\n"
	      "\tesac\n"
	      "\tif [[ $current == -* ]]; then\n"
	      "\t\tCOMPREPLY=($(compgen -W '",
	      out);
	print_option_names(out);
	fputs("' -- \"$current\"))\n\telse\n"
	      "\t\tCOMPREPLY=($(compgen -f -X '!*.@(c|i|bc|ll|ir)' -- \"$current\")\n"
	      "\t\t\t$(compgen -d -- \"$current\"))\n"
	      "\t\tif ((COMP_CWORD == 1)); then\n"
	      "\t\t\tCOMPREPLY+=($(compgen -W '",
	      out);
	for (int i = 0; i < COMMAND_COUNT; i++)
		fprintf(out, "%s%s", i ? " " : "", command_names[i]);
	fputs("' -- \"$current\"))\n\t\tfi\n\tfi\n}\n"
	      "shopt -s extglob\n"
	      "complete -o filenames -F _chequer chequer\n",
	      out);
}
