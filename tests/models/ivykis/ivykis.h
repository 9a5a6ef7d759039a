/* SPDX-License-Identifier: MIT */
/* As much of ivykis' interface as the programs here use. */
struct iv_list_head { struct iv_list_head *next, *prev; };
struct iv_fd {
	int fd;
	void *cookie;
	void (*handler_in)(void *), (*handler_out)(void *), (*handler_err)(void *);
	void *pad[11];
};
struct iv_task { void *cookie; void (*handler)(void *); void *pad[6]; };
struct iv_event {
	void *cookie;
	void (*handler)(void *);
	void *owner;
	struct iv_list_head list;
};
struct iv_work_pool {
	int max_threads;
	void *cookie;
	void (*thread_start)(void *), (*thread_stop)(void *);
	void *priv;
};
struct iv_work_item {
	void *cookie;
	void (*work)(void *), (*completion)(void *);
	struct iv_list_head list;
};

void iv_init(void);
void iv_main(void);
void iv_deinit(void);
void IV_FD_INIT(struct iv_fd *);
void IV_TASK_INIT(struct iv_task *);
void iv_fd_register(struct iv_fd *);
void iv_fd_set_handler_in(struct iv_fd *, void (*)(void *));
void iv_fd_set_handler_out(struct iv_fd *, void (*)(void *));
void iv_fd_set_handler_err(struct iv_fd *, void (*)(void *));
void iv_task_register(struct iv_task *);
int iv_event_register(struct iv_event *);
void iv_event_post(struct iv_event *);
int iv_thread_create(const char *, void (*)(void *), void *);
int iv_work_pool_create(struct iv_work_pool *);
void iv_work_pool_submit_work(struct iv_work_pool *, struct iv_work_item *);
