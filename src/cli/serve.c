/* SPDX-License-Identifier: MIT
 *
 * linework serve: the page on this machine. */
#include <ctype.h>
#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"
#include "native/file.h"
#include "server/names.h"
#include "server/qr.h"
#include "server/serve.h"

enum { RETAIN_DAYS = 365 }; /* as the help says */

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

/* The address as a QR code, for who sits before the terminal. Colours make it dark on light
 * wherever they are to be had; cameras read it the other way round, too. */
static void show_code(const char *address) {
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    bool colour = !(no_colour && *no_colour) && terminal && strcmp(terminal, "dumb") != 0;
    text lines = text_growing();
    error e;
    if (isatty(STDERR_FILENO) && strcmp(nl_langinfo(CODESET), "UTF-8") == 0 &&
        qr_lines(address, colour, &lines, &e) == STATUS_OK)
        fputs(lines.data, stderr);
    text_free(&lines);
}

typedef struct address {
    char text[NAMES_ADDRESS_MAX + 16];
} address;

static address address_of(const invocation *in, const char *host, int port) {
    address a;
    text t = text_fixed(a.text, sizeof a.text);
    text_format(&t, "%s://%s:%d/", in->option[OPTION_TLS] ? "https" : "http", host, port);
    return a;
}

static void tell_facts(const invocation *in, const char *own, const reach *others, int port) {
    printf("{\"address\":\"%s\"", own);
    for (int i = 0; i < others->count; i++)
        printf("%s\"%s\"", i == 0 ? ",\"others\":[" : ",",
               address_of(in, others->hosts[i], port).text);
    printf("%s}\n", others->count > 0 ? "]" : "");
}

static void tell_person(const invocation *in, const char *own, const reach *others, int port) {
    printf("Linework is at %s  (Ctrl-C ends it)\n", own);
    for (int i = 0; i < others->count; i++)
        printf("%s %s\n", i == 0 ? "Other devices reach it at" : "                       or",
               address_of(in, others->hosts[i], port).text);
}

/* Where it is; for other devices, if they are let in and this machine is in a network. */
static void tell(void *context, int port) {
    const invocation *in = context;
    address own = address_of(in, "localhost", port);
    reach others = {0};
    if (in->option[OPTION_EVERYONE]) others = reach_find();
    (in->option[OPTION_JSON] ? tell_facts : tell_person)(in, own.text, &others, port);
    fflush(stdout);
    if (others.count > 0) show_code(address_of(in, others.hosts[0], port).text);
    bool desktop = getenv("DISPLAY") || getenv("WAYLAND_DISPLAY");
    if (in->option[OPTION_OPEN] && desktop) open_browser(own.text);
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

/* Where games are kept if nobody says otherwise. If the user has no data folder there are none, and
 * the page is served all the same. */
static status usual_store(invocation *in, text *url) {
    error e;
    if (command_usual_store(url, &e) == STATUS_OK) return STATUS_OK;
    if (!in->option[OPTION_QUIET])
        fprintf(stderr, "linework: no games can be kept (%s); --store says where\n", e.text);
    return url->failed ? fail_memory(&in->e) : STATUS_OK;
}

static status run_serve(invocation *in) {
    uint64_t port = 0, retain = RETAIN_DAYS;
    text url = text_growing();
    status code = command_number(in, OPTION_PORT, 1, 65535, &port);
    if (code == STATUS_OK) code = command_number(in, OPTION_RETAIN, 0, 36500, &retain);
    if (code != STATUS_OK) return code;
    for (const char **name = in->repeated; *name; name++)
        if (!is_host(*name))
            return FAIL(&in->e, STATUS_USAGE, "--name: '%.60s' is not a host or host:port", *name);
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a full disk, and no reason to die */
    signal(SIGPIPE, SIG_IGN); /* ... nor is a log that nobody reads any more */
    serve_options options = {.port = (int)port,
                             .everyone = in->option[OPTION_EVERYONE],
                             .proxied = in->option[OPTION_PROXY],
                             .public_metrics = in->option[OPTION_PUBLIC_METRICS],
                             .certificate = in->option[OPTION_TLS],
                             .key = in->second,
                             .names = in->repeated,
                             .stop = &stopped,
                             .ready = tell,
                             .store = in->option[OPTION_STORE],
                             .retain_days = (int)retain,
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
    .options = {ACCEPTS(OPTION_PORT), ACCEPTS(OPTION_EVERYONE), ACCEPTS(OPTION_OPEN),
                ACCEPTS(OPTION_NAME), ACCEPTS(OPTION_STORE), ACCEPTS(OPTION_RETAIN),
                ACCEPTS(OPTION_TLS), ACCEPTS(OPTION_PROXY), ACCEPTS(OPTION_PUBLIC_METRICS),
                ACCEPTS(OPTION_QUIET)},
    .run = run_serve,
};
