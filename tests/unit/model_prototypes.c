/* SPDX-License-Identifier: MIT */
/*
 * Prints a C++ file that holds every row of the C library's models against the
 * real prototype: how many arguments, which are pointers, which are functions
 * and with how many parameters, how large what they point to is. The compiler
 * does the comparing (model_prototypes.sh); templates see a function's type, which C
 * does not let a program ask for.
 */
#include <stdio.h>
#include <string.h>

#include "model/model.h"

static const char *const checked_files[] = {
	"models/pthread.model", "models/c11.model",   "models/libc-string.model",
	"models/libc-stdio.model", "models/libc-stdlib.model", "models/posix.model",
	"models/libm.model",
};

static const char prelude[] =
	"template <class T> struct function { static constexpr int count = -1; };\n"
	"template <class R, class... A> struct function<R (*)(A...)> {\n"
	"\tstatic constexpr int count = sizeof...(A);\n"
	"\tstatic constexpr bool vararg = false;\n"
	"\ttypedef R result;\n"
	"};\n"
	"template <class R, class... A> struct function<R (*)(A..., ...)> {\n"
	"\tstatic constexpr int count = sizeof...(A);\n"
	"\tstatic constexpr bool vararg = true;\n"
	"\ttypedef R result;\n"
	"};\n"
	"template <int n, class F> struct nth;\n"
	"template <class R, class A, class... B> struct nth<0, R (*)(A, B...)> "
	"{ typedef A type; };\n"
	"template <class R, class A, class... B> struct nth<0, R (*)(A, B..., ...)> "
	"{ typedef A type; };\n"
	"template <int n, class R, class A, class... B> struct nth<n, R (*)(A, B...)> "
	": nth<n - 1, R (*)(B...)> {};\n"
	"template <int n, class R, class A, class... B> struct nth<n, R (*)(A, B..., ...)> "
	": nth<n - 1, R (*)(B..., ...)> {};\n"
	/* beyond the last of a variadic function: whatever the row takes it for */
	"template <int n, class R> struct nth<n, R (*)(...)> { typedef void *type; };\n"
	/* large structs are passed as pointers to them */
	"template <class T> struct pointer { static constexpr bool is = __is_class(T) && "
	"sizeof(T) > 16; };\n"
	"template <class T> struct pointer<T *> { static constexpr bool is = true; };\n"
	/* 0: no size to speak of */
	"template <class T> struct target { static constexpr unsigned long size = 0;\n"
	"\tstatic constexpr bool record = false; };\n"
	"template <class T, bool complete> struct measure "
	"{ static constexpr unsigned long size = 0; };\n"
	"template <class T> struct measure<T, true> "
	"{ static constexpr unsigned long size = sizeof(T); };\n"
	"template <class T> constexpr auto is_complete(int) -> decltype(sizeof(T) > 0) "
	"{ return true; }\n"
	"template <class T> constexpr bool is_complete(...) { return false; }\n"
	"template <class T> struct target<T *> {\n"
	"\tstatic constexpr unsigned long size = measure<T, is_complete<T>(0)>::size;\n"
	"\tstatic constexpr bool record = __is_class(T);\n"
	"};\n"
	"template <> struct target<void *> : target<int> {};\n"
	"template <> struct target<const void *> : target<int> {};\n"
	/* a fixed size: bytes alone, an array of numbers, one or two structs */
	"constexpr bool fits(unsigned long one, bool record, unsigned long bytes)\n"
	"{ return one <= 1 || (bytes % one == 0 && (!record || bytes / one <= 2)); }\n"
	/* an ENTRY is passed as its two pointers */
	"template <class T> struct passed { typedef T type; };\n"
	"template <class R, class... B> struct passed<R (*)(ENTRY, B...)> "
	"{ typedef R (*type)(char *, void *, B...); };\n"
	"#define FUNCTION(f) passed<decltype(&f)>::type\n"
	"#define PARAM(f, n) nth<n, FUNCTION(f)>::type\n";

static bool is_checked(const struct model *m)
{
	if (m->flags & MODELF_PREFIX)
		return false;
	for (size_t i = 0; i < sizeof(checked_files) / sizeof(checked_files[0]); i++)
		if (strcmp(m->file, checked_files[i]) == 0)
			return true;
	return false;
}

static void require(const struct model *m, const char *condition, const char *message)
{
	printf("static_assert(%s, \"%s:%u: %s: %s\");\n", condition, m->file, m->line, m->name,
	       message);
}

static void check_count(const struct model *m)
{
	char text[512];
	if (m->param_count < 0) {
		printf("static_assert(sizeof(FUNCTION(%s)) > 0, \"\");\n", m->name);
		return;
	}
	snprintf(text, sizeof(text), "function<FUNCTION(%s)>::count %s %d", m->name,
		 m->flags & MODELF_VARARG ? "<=" : "==", m->param_count);
	require(m, text, "number of arguments");
	snprintf(text, sizeof(text), "function<FUNCTION(%s)>::vararg == %s", m->name,
		 m->flags & MODELF_VARARG ? "true" : "false");
	require(m, text, "ends with '...'");
}

static void check_pointer(const struct model *m, int arg)
{
	char text[512];
	if (arg >= m->param_count || arg == ARG_NONE)
		return;
	if (arg == ARG_RESULT)
		snprintf(text, sizeof(text), "pointer<function<FUNCTION(%s)>::result>::is",
			 m->name);
	else
		snprintf(text, sizeof(text), "pointer<PARAM(%s, %d)>::is", m->name, arg);
	require(m, text, arg == ARG_RESULT ? "the result is a pointer" : "is a pointer");
}

static void check_callback(const struct model *m, int arg, const struct effect *e)
{
	char text[512];
	snprintf(text, sizeof(text), "function<PARAM(%s, %d)>::count == %d", m->name, arg,
		 e->pass_count);
	require(m, text, "what the callback gets");
}

/* Some of it, up to where the row stores pointers? */
static bool is_in_front(const struct model *m, const struct effect *e, int arg)
{
	const struct effect *s = model_effect(m, EFFECT_STORES);
	return s && s->arg == arg && e->size_kind == SIZE_BYTES && s->value == e->value;
}

static void check_size(const struct model *m, const struct effect *e, int arg)
{
	char text[768], type[256];
	if (arg < 0 || e->flags & (EFFECTF_DEREF | EFFECTF_REACHABLE) || is_in_front(m, e, arg))
		return;
	snprintf(type, sizeof(type), "target<PARAM(%s, %d)>", m->name, arg);
	if (e->size_kind == SIZE_BYTES)
		snprintf(text, sizeof(text), "fits(%s::size, %s::record, %lld)", type, type,
			 (long long)e->value);
	else if (e->size_kind == SIZE_SCALED)
		snprintf(text, sizeof(text), "%s::size <= 1 || %s::size == %lld", type, type,
			 (long long)e->value);
	else
		return;
	require(m, text, "size of what an argument points to");
}

static void check_effect(const struct model *m, const struct effect *e)
{
	switch (e->kind) {
	case EFFECT_CREATE:
	case EFFECT_CALL_NOW:
	case EFFECT_CALL_LATER: /* a struct may be passed by value */
		if (!(e->flags & EFFECTF_HANDLER_IN_STRUCT))
			check_callback(m, e->arg, e);
		break;
	case EFFECT_SIGNAL_HANDLER:
		if (e->flags & EFFECTF_HANDLER_IN_STRUCT)
			check_pointer(m, e->arg);
		else
			check_callback(m, e->arg, e);
		break;
	case EFFECT_ONCE:
		check_pointer(m, e->arg);
		check_callback(m, e->other, e);
		break;
	case EFFECT_COPY:
		check_pointer(m, e->other);
		check_size(m, e, e->other);
		check_pointer(m, e->arg);
		check_size(m, e, e->arg);
		break;
	case EFFECT_RETURNS_STATIC:
		check_pointer(m, ARG_RESULT);
		break;
	case EFFECT_ALLOC:
		check_pointer(m, e->third);
		break;
	case EFFECT_JOIN:
	case EFFECT_DETACH:
	case EFFECT_CANCEL:
	case EFFECT_SAME_ID:
	case EFFECT_TSD_SET:
	case EFFECT_TSD_GET:
	case EFFECT_THREAD_EXIT:
	case EFFECT_ASSUME:
		break;
	case EFFECT_KEEPS:
		if (e->flags & EFFECTF_ITSELF) /* maybe in a union, by value */
			break;
		check_pointer(m, e->arg);
		check_size(m, e, e->arg);
		break;
	default:
		check_pointer(m, e->arg);
		check_size(m, e, e->arg);
	}
}

int main(void)
{
	struct models models;
	models_init(&models);
	fputs(prelude, stdout);
	for (uint32_t i = 0; i < models.list.n; i++) {
		const struct model *m = &models.list.at[i];
		if (!is_checked(m))
			continue;
		check_count(m);
		for (uint32_t k = 0; k < m->effect_count; k++)
			check_effect(m, &m->effects[k]);
	}
	models_free(&models);
	return 0;
}
