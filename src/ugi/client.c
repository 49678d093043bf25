/* SPDX-License-Identifier: MIT */
#include "ugi/client.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/seconds.h"
#include "base/text.h"

enum { INPUT_BYTES = 1 << 14 }; /* of a longer line only the beginning counts */

static const double stop_interval = 0.05; /* seconds between two looks at the stop flag */
static const double farewell = 0.5;       /* seconds to end by itself */

struct ugi_client {
    pid_t pid; /* also the number of its process group; 0: none */
    int to, from;
    double patience;
    const atomic_bool *stop;
    char line[INPUT_BYTES + 1];
    size_t length;
};

/* --- the process -------------------------------------------------------------------------------
 */

/* Runs the command with two pipes as its input and output, in a process group of its own: Ctrl-C
 * at the terminal is for us, and what it starts itself can be ended with it. */
static status spawn(const char *command, int input, int output, pid_t *pid, error *e) {
    char *copy = strdup(command); /* arguments are not const */
    if (!copy) return fail_memory(e);
    char *arguments[] = {"sh", "-c", copy, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t defaults, none;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &none);
    extern char **environ;
    pid_t started;
    int failed = posix_spawn(&started, "/bin/sh", &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    free(copy);
    if (failed) return FAIL(e, STATUS_FAILED, "no process: %s", strerror(failed));
    *pid = started;
    return STATUS_OK;
}

static status start(ugi_client *client, const char *command, error *e) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0) return FAIL(e, STATUS_FAILED, "no pipe: %s", strerror(errno));
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return FAIL(e, STATUS_FAILED, "no pipe: %s", strerror(errno));
    }
    status code = spawn(command, in[0], out[1], &client->pid, e);
    close(in[0]);
    close(out[1]);
    if (code != STATUS_OK) {
        close(in[1]);
        close(out[0]);
        return code;
    }
    client->to = in[1];
    client->from = out[0];
    fcntl(client->to, F_SETFL, O_NONBLOCK);
    fcntl(client->from, F_SETFL, O_NONBLOCK);
    return STATUS_OK;
}

/* Whether it ends by itself within so many seconds; *info then says how. It is not yet reaped, so
 * that its number stays its own. */
static bool ends_within(const ugi_client *client, double seconds, siginfo_t *info) {
    double deadline = seconds_now() + seconds;
    for (;;) {
        info->si_pid = 0;
        int code = waitid(P_PID, (id_t)client->pid, info, WEXITED | WNOHANG | WNOWAIT);
        if (code == 0 && info->si_pid != 0) return true;
        if ((code != 0 && errno != EINTR) || seconds_now() >= deadline) return false;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

static status fail_ended(const ugi_client *client, error *e) {
    siginfo_t info;
    if (!ends_within(client, farewell, &info)) return FAIL(e, STATUS_INVALID, "closed its output");
    bool of_shell = info.si_code == CLD_EXITED; /* which has its own numbers for these two */
    if (of_shell && (info.si_status == 126 || info.si_status == 127))
        return FAIL(e, STATUS_INVALID, "is no program that can be run");
    if (!of_shell || info.si_status > 128)
        return FAIL(e, STATUS_INVALID, "was ended by signal %d", info.si_status & 127);
    return FAIL(e, STATUS_INVALID, "ended with exit code %d", info.si_status);
}

void ugi_client_free(ugi_client *client) {
    if (!client) return;
    if (client->pid > 0) {
        error e;
        siginfo_t info;
        client->stop = NULL;
        client->patience = 0;
        ugi_client_send(client, "quit", &e);
        close(client->to);
        ends_within(client, farewell, &info);
        kill(-client->pid, SIGKILL);
        while (waitpid(client->pid, NULL, 0) < 0 && errno == EINTR) {
        }
        close(client->from);
    }
    free(client);
}

/* --- lines -------------------------------------------------------------------------------------
 */

/* Waits until one of the pipes is ready. */
static status await_pipe(const ugi_client *client, int fd, short events, double deadline,
                         error *e) {
    for (;;) {
        if (client->stop && atomic_load(client->stop)) return FAIL(e, STATUS_FAILED, "stopped");
        double left = deadline - seconds_now();
        struct pollfd waiting = {.fd = fd, .events = events};
        int wait = (int)(1000 * (left < 0 ? 0 : left < stop_interval ? left : stop_interval));
        int ready = poll(&waiting, 1, wait);
        if (ready > 0) return STATUS_OK;
        if (ready < 0 && errno != EINTR)
            return FAIL(e, STATUS_FAILED, "no answer: %s", strerror(errno));
        if (left <= 0) return FAIL(e, STATUS_INVALID, "did not answer in time");
    }
}

static status send_bytes(ugi_client *client, const char *bytes, size_t length, error *e) {
    double deadline = seconds_now() + client->patience;
    while (length > 0) {
        ssize_t wrote = write(client->to, bytes, length);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0 && errno != EAGAIN) return fail_ended(client, e);
        if (wrote < 0) {
            status code = await_pipe(client, client->to, POLLOUT, deadline, e);
            if (code != STATUS_OK) return code;
            continue;
        }
        bytes += wrote;
        length -= (size_t)wrote;
    }
    return STATUS_OK;
}

status ugi_client_send(ugi_client *client, const char *line, error *e) {
    text whole = text_growing();
    text_format(&whole, "%s\n", line);
    status code = whole.failed ? fail_memory(e) : send_bytes(client, whole.data, whole.length, e);
    text_free(&whole);
    return code;
}

/* Whether a line begins with a word; copies the one that follows. */
static bool takes(const char *line, const char *word, char *next, size_t room) {
    static const char blanks[] = " \t\r";
    line += strspn(line, blanks);
    size_t length = strcspn(line, blanks);
    if (length != strlen(word) || memcmp(line, word, length) != 0) return false;
    line += length;
    line += strspn(line, blanks);
    length = strcspn(line, blanks);
    if (room == 0) return true;
    if (length >= room) length = room - 1;
    memcpy(next, line, length);
    next[length] = '\0';
    return true;
}

/* The first line of what has been read, if it is whole, taken off by drop_line. */
static bool has_line(ugi_client *client) {
    char *end = memchr(client->line, '\n', client->length);
    if (end) *end = '\0';
    return end != NULL;
}

static void drop_line(ugi_client *client) {
    size_t used = strnlen(client->line, client->length) + 1;
    client->length -= used;
    memmove(client->line, client->line + used, client->length);
}

/* Reads what there is; of a line without end only the beginning is kept. */
static status read_more(ugi_client *client, double deadline, error *e) {
    status code = await_pipe(client, client->from, POLLIN, deadline, e);
    if (code != STATUS_OK) return code;
    if (client->length == INPUT_BYTES) client->length /= 2;
    ssize_t got = read(client->from, client->line + client->length, INPUT_BYTES - client->length);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return STATUS_OK;
    if (got <= 0) return fail_ended(client, e);
    for (char *c = client->line + client->length; got > 0; got--, c++, client->length++)
        if (*c == '\0') *c = ' '; /* a line has no other end than its own */
    return STATUS_OK;
}

status ugi_client_await(ugi_client *client, const char *word, double seconds, char *next,
                        size_t room, error *e) {
    double deadline = seconds_now() + seconds + client->patience;
    for (;;) {
        while (has_line(client)) {
            bool found = takes(client->line, word, next, room);
            drop_line(client);
            if (found) return STATUS_OK;
        }
        /* A program that talks without end is not waited for either. */
        if (seconds_now() >= deadline) return FAIL(e, STATUS_INVALID, "did not answer in time");
        status code = read_more(client, deadline, e);
        if (code != STATUS_OK) return code;
    }
}

status ugi_client_new(const char *command, double patience, const atomic_bool *stop,
                      ugi_client **out, error *e) {
    ugi_client *client = calloc(1, sizeof *client);
    if (!client) return fail_memory(e);
    client->patience = patience;
    client->stop = stop;
    status code = start(client, command, e);
    if (code == STATUS_OK) code = ugi_client_send(client, "ugi", e);
    if (code == STATUS_OK) code = ugi_client_await(client, "ugiok", 0, NULL, 0, e);
    if (code == STATUS_OK)
        *out = client;
    else
        ugi_client_free(client);
    return code;
}
