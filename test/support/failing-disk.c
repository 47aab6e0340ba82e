// Loaded into a process by LD_PRELOAD: a disk that fails. Calls that change a file fail with the errno that stands in the file
// FAILING_DISK, behind the kind of call: "write 28" or "sync 5". Without that file, the disk works.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static int is_file(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

/* True, with errno set, if this call has to fail. */
static int fails(int fd, const char *kind)
{
    const char *trigger = getenv("FAILING_DISK");
    if (!trigger || !is_file(fd)) return 0;
    int file = (int)syscall(SYS_openat, AT_FDCWD, trigger, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    char text[32] = {0}, which[16] = {0};
    int number = 0;
    ssize_t length = syscall(SYS_read, file, text, sizeof text - 1);
    syscall(SYS_close, file);
    if (length <= 0 || sscanf(text, "%15s %d", which, &number) != 2) return 0;
    if (strcmp(which, kind) != 0) return 0;
    errno = number;
    return 1;
}

#define FAILING(result, name, kind, parameters, ...)                                   \
    result name parameters                                                             \
    {                                                                                  \
        static result(*real) parameters;                                               \
        if (!real) real = (result(*) parameters)dlsym(RTLD_NEXT, #name);               \
        if (fails(fd, kind)) return -1;                                                \
        return real(__VA_ARGS__);                                                      \
    }

FAILING(ssize_t, write, "write", (int fd, const void *data, size_t size), fd, data, size)
FAILING(ssize_t, pwrite, "write", (int fd, const void *data, size_t size, off_t at), fd, data, size, at)
FAILING(ssize_t, pwrite64, "write", (int fd, const void *data, size_t size, off64_t at), fd, data, size, at)
FAILING(int, ftruncate, "write", (int fd, off_t size), fd, size)
FAILING(int, ftruncate64, "write", (int fd, off64_t size), fd, size)
FAILING(int, fsync, "sync", (int fd), fd)
FAILING(int, fdatasync, "sync", (int fd), fd)
