/* SPDX-License-Identifier: MIT */
/*
 * Crowds. In a whole kernel nearly every thread comes to nearly every function, and each may
 * ask for hundreds of others. Where threads times functions are too many to look at each thread
 * by itself, those of one kind are one thread, a crowd, that begins in many ways: as threads of
 * a cycle are (cycles.c), but whatever they own, and whoever waits for them.
 *
 * A crowd is parallel to itself. No join ends it, nothing is its own, and what is not a root has
 * all threads running from its beginning to its end: so nothing is lost but order, and what
 * the root does before it creates a crowd still comes before that. Locks, and what is called
 * with which arguments, are looked at as ever. Handlers of faults are a kind of their own.
 */
#include "thread/internal.h"

void forget_crowd(struct threads *t)
{
	vec_clear(&t->memo->crowds);
	t->crowds = 0;
}

/* Another object for each creation, or one of the creator's? */
static bool is_of_creation(const struct threads *t, path_id path)
{
	const struct path *root = path_at(&t->paths, path_at(&t->paths, path)->root);
	return !path_is_global(&t->paths, path) ||
	       (root->kind == PATH_SYMBOL &&
		t->in.program->symbols.at[root->a].flags & SYMF_THREAD_LOCAL);
}

/* What tells it apart from others of its kind. */
static void forget_own(struct threads *t, struct thread *x)
{
	enum { OWN = FORKF_ARG_FRESH | FORKF_ARG_OWN | FORKF_ARG_PART | FORKF_ID_RETURNED |
		     FORKF_ID_IN_ARGUMENT | FORKF_ID_PUT | FORKF_NUMBER };
	x->flags &= ~OWN;
	x->flags |= FORKF_LOOP | FORKF_ROUNDS;
	if (x->argument && is_of_creation(t, x->argument))
		x->argument = path_leaf(&t->paths, PATH_VALUE, x->entry,
					VALUE_PARAM + x->param);
	x->content_count = 0;
	x->id = x->id_address = 0;
	x->id_from_argument = 0;
}

/* Who runs it, and how, but not one after the other. */
static uint32_t kind_of(const struct thread *x)
{
	return x->origin * 0x10000u + x->faults +
	       (x->flags & (FORKF_DETACHED | FORKF_MANY | FORKF_IN_LOOP));
}

static thread_id find_crowd(const struct threads *t, const struct thread *x)
{
	const struct threads_memo *m = t->memo;
	for (uint32_t i = 0; i < m->crowds.n; i++)
		if (kind_of(thread_at(t, m->crowds.at[i])) == kind_of(x))
			return m->crowds.at[i];
	return 0;
}

thread_id add_to_crowd(struct threads *t, struct thread x)
{
	x.faults = is_fault_handler(t, &x);
	forget_own(t, &x);
	thread_id id = find_crowd(t, &x);
	if (id) {
		id = add_beginning(t, id, x);
	} else {
		id = t->list.n;
		x.crowd = x.merged = x.mixed = true;
		x.depth = thread_at(t, x.creator)->depth + 1;
		t->merged_threads++;
		vec_push(&t->list, x);
		vec_push(&t->memo->crowds, id);
		t->crowds++;
	}
	return id;
}

bool runs_with_all(const struct threads *t, thread_id id)
{
	return t->memo->crowded && thread_at(t, id)->origin != ORIGIN_MAIN;
}

/* What is created by such a thread. */
void note_created_in_crowd(struct threads *t)
{
	for (uint32_t i = 0; t->memo->crowded && i < t->memo->creations.n; i++) {
		const struct creation *x = &t->memo->creations.at[i];
		if (runs_with_all(t, x->creator))
			t->list.at[x->thread].running = running_anything(t, t->memo->here);
	}
}
