/* SPDX-License-Identifier: MIT
 *
 * linework serve: the page on this machine. */
#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"
#include "native/file.h"
#include "server/serve.h"

static volatile sig_atomic_t stopped;

static void on_signal(int number) {
    (void)number;
    stopped = 1;
}

/* Shows the page in the user's browser. Where that fails, the address has been printed. */
static void open_browser(const char *address) {
    pid_t child = fork();
    if (child > 0) waitpid(child, NULL, 0);
    if (child != 0) return;
    if (fork() != 0) _exit(0); /* at once, and the browser is nobody's child */
    setsid();                  /* Ctrl-C ends the server, not the browser */
    if (freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr))
        execlp("xdg-open", "xdg-open", address, (char *)NULL);
    _exit(1);
}

static void tell(void *context, int port) {
    const invocation *in = context;
    char address[64];
    text t = text_fixed(address, sizeof address);
    text_format(&t, "http://localhost:%d/", port);
    if (in->option[OPTION_JSON])
        printf("{\"address\":\"%s\"}\n", address);
    else
        printf("Linework is at %s  (Ctrl-C ends it)\n", address);
    fflush(stdout);
    bool desktop = getenv("DISPLAY") || getenv("WAYLAND_DISPLAY");
    if (in->option[OPTION_OPEN] && desktop) open_browser(address);
}

static void log_line(void *context, const char *line) {
    (void)context;
    fprintf(stderr, "%s\n", line);
}

/* "games.example", "games.example:8080", "[2001:db8::1]": what a browser would send as such. */
static bool is_host(const char *name) {
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr(".-_:[]", *c)) return false;
    return *name && *name != ':';
}

/* Where games are kept if nobody says otherwise; "" if the user has no data folder: then there are
 * none, and the page is served all the same. */
static status usual_store(invocation *in, text *url) {
    text path = text_growing();
    error e;
    status code = file_data_path("games.db", &path, &e);
    if (code == STATUS_OK) code = file_make_folders(path.data, &e);
    if (code == STATUS_OK)
        text_format(url, "sqlite:%s", path.data);
    else if (!in->option[OPTION_QUIET])
        fprintf(stderr, "linework: no games can be kept (%s); --store says where\n", e.text);
    text_free(&path);
    return url->failed ? fail_memory(&in->e) : STATUS_OK;
}

static status run_serve(invocation *in) {
    uint64_t port = 0;
    text url = text_growing();
    status code = command_number(in, OPTION_PORT, 1, 65535, &port);
    if (code != STATUS_OK) return code;
    for (const char **name = in->repeated; *name; name++)
        if (!is_host(*name))
            return FAIL(&in->e, STATUS_USAGE, "--name: '%.60s' is not a host or host:port", *name);
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    serve_options options = {.port = (int)port,
                             .everyone = in->option[OPTION_EVERYONE],
                             .names = in->repeated,
                             .stop = &stopped,
                             .ready = tell,
                             .store = in->option[OPTION_STORE],
                             .log = in->option[OPTION_QUIET] ? NULL : log_line,
                             .context = in};
    if (!options.store) {
        code = usual_store(in, &url);
        options.store = url.length > 0 ? url.data : NULL;
    }
    if (code == STATUS_OK) code = serve(&options, &in->e);
    text_free(&url);
    return code;
}

const command command_serve = {
    .name = "serve",
    .operands = "",
    .summary = "serve the page on this machine, for a browser",
    .options = ACCEPTS(OPTION_PORT) | ACCEPTS(OPTION_EVERYONE) | ACCEPTS(OPTION_OPEN) |
               ACCEPTS(OPTION_NAME) | ACCEPTS(OPTION_STORE) | ACCEPTS(OPTION_QUIET),
    .run = run_serve,
};
