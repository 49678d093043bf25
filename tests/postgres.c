/* SPDX-License-Identifier: MIT */
#include "postgres.h"

#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <libpq-fe.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOBODY = 65534 };

static char folder[64], bin[512];
static pid_t server, owner;

static void give_up(const char *what) {
    fprintf(stderr, "PostgreSQL: %s\n", what);
    exit(1);
}

/* Debian's, where it is installed; or where tools/setup has unpacked it. */
static void find_program(void) {
    static const char *const places[] = {"/usr/lib/postgresql/15/bin",
                                         POSTGRES "/usr/lib/postgresql/15/bin", NULL};
    for (int i = 0; places[i]; i++) {
        snprintf(bin, sizeof bin, "%s/initdb", places[i]);
        if (access(bin, X_OK) != 0) continue;
        snprintf(bin, sizeof bin, "%s", places[i]);
        return;
    }
    give_up("there is none; `tools/setup test` gets it");
}

/* From root to an ordinary user, who may still pass folders that are root's alone: a bare root just
 * made may be one. Where that is not granted, it may not be needed. */
static void leave_root(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct pass[2] = {{0}};
    pass[0].effective = pass[0].permitted = pass[0].inheritable = 1U << CAP_DAC_READ_SEARCH;
    prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP);
    if (setgroups(0, NULL) != 0 || setgid(NOBODY) != 0 || setuid(NOBODY) != 0) _exit(126);
    if (syscall(SYS_capset, &header, pass) == 0)
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH, 0, 0);
}

/* In a child: an ordinary user from now on, whose output is in the folder. */
static void become_ordinary(void) {
    if (geteuid() == 0) leave_root();
    char log[96];
    snprintf(log, sizeof log, "%s/log", folder);
    int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    if (chdir(folder) != 0) _exit(126);
}

static void show_log(void) {
    char command[128];
    snprintf(command, sizeof command, "tail -n 20 %s/log >&2", folder);
    if (system(command) != 0) return;
}

static void make_cluster(void) {
    char program[600], data[96];
    int code;
    snprintf(program, sizeof program, "%s/initdb", bin);
    snprintf(data, sizeof data, "%s/data", folder);
    pid_t child = fork();
    if (child == 0) {
        become_ordinary();
        execl(program, program, "-D", data, "-U", "linework", "-A", "trust", "-E", "UTF8",
              "--no-locale", "--no-sync", (char *)NULL);
        _exit(127);
    }
    waitpid(child, &code, 0);
    if (code == 0) return;
    show_log();
    give_up("initdb failed");
}

static void put_url(const char *database, char *out, size_t size) {
    snprintf(out, size, "postgresql://linework@/%s?host=%s", database, folder);
}

static bool answers(void) {
    char url[256];
    put_url("postgres", url, sizeof url);
    PGPing ping = PQping(url);
    return ping == PQPING_OK;
}

void postgres_start(void) {
    char program[600], data[96];
    snprintf(program, sizeof program, "%s/postgres", bin);
    snprintf(data, sizeof data, "%s/data", folder);
    pid_t child = fork();
    if (child == 0) {
        become_ordinary();
        /* It does not outlive whoever started it. */
        prctl(PR_SET_PDEATHSIG, SIGQUIT);
        execl(program, program, "-D", data, "-k", folder, "-c", "listen_addresses=", "-c",
              "jit=off", "-c", "max_connections=60", "-c", "shared_buffers=16MB", (char *)NULL);
        _exit(127);
    }
    server = child;
    for (int tries = 0; tries < 600 && !answers(); tries++) {
        usleep(50000);
        if (waitpid(child, NULL, WNOHANG) == child) break;
    }
    if (answers()) return;
    show_log();
    give_up("it does not start");
}

void postgres_stop(void) {
    if (server <= 0) return;
    kill(server, SIGQUIT); /* as if it had crashed */
    waitpid(server, NULL, 0);
    server = 0;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status, (void)kind, (void)walk;
    return remove(path);
}

void postgres_end(void) {
    if (getpid() != owner || !folder[0]) return;
    postgres_stop();
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    folder[0] = '\0';
}

void postgres_begin(void) {
    find_program();
    snprintf(folder, sizeof folder, "/tmp/linework-postgres-XXXXXX");
    if (!mkdtemp(folder)) give_up("no folder for it");
    if (geteuid() == 0 && chown(folder, NOBODY, NOBODY) != 0) give_up("no folder for it");
    owner = getpid();
    atexit(postgres_end);
    make_cluster();
    postgres_start();
}

postgres_url postgres_database(void) {
    static int number;
    postgres_url url;
    char name[64], command[96];
    snprintf(name, sizeof name, "games_%d_%d", (int)getpid(), number++);
    snprintf(command, sizeof command, "CREATE DATABASE %s", name);
    put_url("postgres", url.text, sizeof url.text);
    PGconn *connection = PQconnectdb(url.text);
    PGresult *made = PQexec(connection, command);
    if (PQresultStatus(made) != PGRES_COMMAND_OK) give_up(PQerrorMessage(connection));
    PQclear(made);
    PQfinish(connection);
    put_url(name, url.text, sizeof url.text);
    return url;
}

void postgres_change(const char *url, const char *script) {
    PGconn *connection = PQconnectdb(url);
    PQclear(PQexec(connection, "SET search_path = linework"));
    PGresult *done = PQexec(connection, script);
    if (PQresultStatus(done) != PGRES_COMMAND_OK) give_up(PQerrorMessage(connection));
    PQclear(done);
    PQfinish(connection);
}
