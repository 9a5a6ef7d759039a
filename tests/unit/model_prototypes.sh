#!/bin/sh
# SPDX-License-Identifier: MIT
# model_prototypes.sh MODEL_PROTOTYPES: holds the models of the C library against the
# system's headers. Names that no header declares must be in model_undeclared.txt, so
# that a misspelt row cannot hide.
set -eu
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$1" > "$work/checks.inc"
cat > "$work/rows.cc" <<'HEADERS'
#define _GNU_SOURCE 1
#include <aio.h>
#include <argp.h>
#include <arpa/inet.h>
#include <assert.h>
#include <complex.h>
#include <crypt.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fenv.h>
#include <fmtmsg.h>
#include <fnmatch.h>
#include <fts.h>
#include <ftw.h>
#include <getopt.h>
#include <glob.h>
#include <gnu/libc-version.h>
#include <grp.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <libintl.h>
#include <link.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <mntent.h>
#include <monetary.h>
#include <mqueue.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <netinet/in.h>
#include <nl_types.h>
#include <obstack.h>
#include <printf.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <pwd.h>
#include <regex.h>
#include <resolv.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <shadow.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/acct.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/fsuid.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/quota.h>
#include <sys/random.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/swap.h>
#include <sys/io.h>
#include <sys/klog.h>
#include <sys/fanotify.h>
#include <sys/pidfd.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <syslog.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <ucontext.h>
#include <uchar.h>
#include <ulimit.h>
#include <unistd.h>
#include <utime.h>
#include <utmp.h>
#include <utmpx.h>
#include <wchar.h>
#include <wctype.h>
#include <wordexp.h>
#include "checks.inc"
HEADERS

CLANG=${CLANG:-clang-19}
"$CLANG" -x c++ -std=gnu++14 -nostdinc++ -w -D__noreturn__=__unused__ -D_Noreturn= -U__clang_minor__ \
	-fno-spell-checking -ferror-limit=0 -fsyntax-only \
	"$work/rows.cc" > "$work/errors" 2>&1 || true
sed -n "s/.*use of undeclared identifier '\([^']*\)'.*/\1/p" "$work/errors" |
	LC_ALL=C sort -u > "$work/undeclared"
sed -n "s/.*static assertion failed.*: \(models\/.*\)/\1/p" "$work/errors" |
	LC_ALL=C sort -u > "$work/wrong"
grep -e "checks.inc:.* error:" -e "fatal error:" "$work/errors" |
	grep -v 'use of undeclared identifier' |
	grep -v 'static assertion failed' > "$work/other" || true

status=0
if [ "${PROMOTE:-}" ]; then
	cp "$work/undeclared" "$here/model_undeclared.txt"
fi
if ! diff "$here/model_undeclared.txt" "$work/undeclared" > "$work/diff"; then
	echo "names that no header declares are not those of model_undeclared.txt:"
	cat "$work/diff"
	status=1
fi
for list in wrong other; do
	if [ -s "$work/$list" ]; then
		sort -u "$work/$list"
		status=1
	fi
done
checked=$(grep -c 'number of arguments' "$work/checks.inc")
echo "$checked prototypes compared, $(wc -l < "$work/undeclared") names without a header"
exit $status
