/* SPDX-License-Identifier: MIT */
#ifndef SHARED_H
#define SHARED_H

extern int common;

void *first_thread(void *arg);
void *second_thread(void *arg);

#endif
