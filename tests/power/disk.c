/* A disk that remembers: preloaded into a process, it writes down what is done to the files of one
 * folder, in order, so that a test can say what a loss of power at any moment would have left; and
 * it fails when it is told to.
 *
 * DISK_FOLDER names the folder, DISK_TRACE the file to which every change is appended, as a record:
 *
 *     kind, length of the name, offset, length of the data; the name; the data
 *
 * Nothing is brought to the real disk: what a sync would have kept is for the reader to say.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { Files = 4096, LongestName = 64 };

struct Head {
    uint32_t kind, name;
    uint64_t offset, length;
};

static char names[Files][LongestName]; /* by descriptor; "" for files elsewhere */
static int traced = -1;
static const char* folder;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

/* What fails: the change so numbered, and with `lasting` all after it; 0 for none. */
static long changes, failing;
static int failure, lasting;

void disk_fails(long number, int error, int lasts) {
    pthread_mutex_lock(&turn);
    changes = 0;
    failing = number;
    failure = error;
    lasting = lasts;
    pthread_mutex_unlock(&turn);
}

/* The changes since it was last told what fails. */
long disk_changes(void) { return changes; }

__attribute__((constructor)) static void begin(void) {
    const char* trace = getenv("DISK_TRACE");
    folder = getenv("DISK_FOLDER");
    if (trace && folder) traced = open(trace, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* Begins a change: whether it may happen. The turn is kept until `end`. */
static int may(void) {
    pthread_mutex_lock(&turn);
    ++changes;
    if (!failing || changes < failing || (changes > failing && !lasting)) return 1;
    pthread_mutex_unlock(&turn);
    errno = failure;
    return 0;
}

static void end(char kind, const char* name, const void* data, uint64_t offset, uint64_t length) {
    const int before = errno;
    struct Head head = {(uint32_t)kind, (uint32_t)strlen(name), offset, length};
    struct iovec parts[] = {
        {&head, sizeof head}, {(void*)name, head.name}, {(void*)data, data ? length : 0}};
    if (traced >= 0 && writev(traced, parts, 3) < 0) abort();
    pthread_mutex_unlock(&turn);
    errno = before;
}

/* The name within the folder; "." for the folder itself, "" for whatever is elsewhere. */
static void within(const char* path, char* name) {
    const size_t length = folder ? strlen(folder) : 0;
    name[0] = 0;
    if (traced < 0 || strncmp(path, folder, length)) return;
    const char* rest = path + length;
    if (!*rest || !strcmp(rest, "/")) strcpy(name, ".");
    else if (*rest == '/' && strlen(rest) < LongestName && !strstr(rest, "-shm"))
        strcpy(name, rest + 1);
}

static const char* named(int file) { return file >= 0 && file < Files ? names[file] : ""; }

#define REAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

static int opened(int (*real)(const char*, int, ...), const char* path, int flags, mode_t mode) {
    char name[LongestName];
    struct stat there;
    within(path, name);
    const int made = *name && flags & O_CREAT && stat(path, &there);
    const int file = real(path, flags, mode);
    if (file < 0 || file >= Files) return file;
    strcpy(names[file], name);
    if (made) {
        pthread_mutex_lock(&turn);
        end('O', name, 0, 0, 0);
    }
    return file;
}

int open(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened(REAL(open), path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened(REAL(open64), path, flags, mode);
}

int close(int file) {
    if (file >= 0 && file < Files) names[file][0] = 0;
    return REAL(close)(file);
}

ssize_t pwrite64(int file, const void* data, size_t length, off64_t offset) {
    if (!*named(file)) return REAL(pwrite64)(file, data, length, offset);
    if (!may()) return -1;
    const ssize_t written = REAL(pwrite64)(file, data, length, offset);
    end('W', named(file), data, (uint64_t)offset, written < 0 ? 0 : (uint64_t)written);
    return written;
}

int ftruncate64(int file, off64_t length) {
    if (!*named(file)) return REAL(ftruncate64)(file, length);
    if (!may()) return -1;
    const int done = REAL(ftruncate64)(file, length);
    if (done) pthread_mutex_unlock(&turn);
    else end('T', named(file), 0, (uint64_t)length, 0);
    return done;
}

static int synced(int file) {
    if (!may()) return -1;
    end('S', named(file), 0, 0, 0);
    return 0;
}

int fdatasync(int file) { return *named(file) ? synced(file) : REAL(fdatasync)(file); }

int fsync(int file) { return *named(file) ? synced(file) : REAL(fsync)(file); }

int unlink(const char* path) {
    char name[LongestName];
    within(path, name);
    if (!*name) return REAL(unlink)(path);
    if (!may()) return -1;
    const int done = REAL(unlink)(path);
    if (done) pthread_mutex_unlock(&turn);
    else end('U', name, 0, 0, 0);
    return done;
}
