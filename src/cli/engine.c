/* SPDX-License-Identifier: MIT
 *
 * The commands for programs: engine talks UGI (docs/protocol.md) over standard input and output,
 * and bench prints the signature of the searches. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "engine/signature.h"
#include "ugi/protocol.h"

/* A line at once: whoever reads is waiting for it. If nobody reads any more, SIGPIPE ends us. */
static void print_line(void *context, const char *line) {
    bool *failed = context;
    if (fputs(line, stdout) < 0 || putchar('\n') < 0 || fflush(stdout) != 0) *failed = true;
}

static status run_engine(invocation *in) {
    if (in->option[OPTION_JSON])
        return FAIL(&in->e, STATUS_USAGE, "the protocol is lines of text and has no --json");
    bool failed = false; /* written by one thread at a time, read when no other is left */
    protocol_options options = {.say = print_line, .context = &failed, .version = LINEWORK_VERSION};
    protocol *p;
    status code = protocol_new(&options, &p, &in->e);
    if (code != STATUS_OK) return code;
    char bytes[4096];
    bool goes_on = true;
    while (goes_on) {
        ssize_t length = read(STDIN_FILENO, bytes, sizeof bytes);
        if (length < 0 && errno == EINTR) continue;
        goes_on = length > 0 && protocol_bytes(p, bytes, (size_t)length);
        if (length < 0)
            code =
                FAIL(&in->e, STATUS_FAILED, "standard input cannot be read: %s", strerror(errno));
    }
    protocol_end(p);
    protocol_free(p);
    if (code == STATUS_OK && failed)
        code = FAIL(&in->e, STATUS_FAILED, "standard output cannot be written");
    return code;
}

static void collect_line(void *context, const char *line) {
    invocation *in = context;
    if (in->facts)
        json_array_append_new(json_object_get(in->facts, "positions"), json_string(line));
    else
        text_format(&in->out, "%s\n", line);
}

static status run_bench(invocation *in) {
    status code = STATUS_OK;
    if (in->option[OPTION_JSON]) code = command_facts(in, json_pack("{s:[]}", "positions"));
    uint64_t signature = 0;
    if (code == STATUS_OK) code = signature_find(NULL, collect_line, in, &signature, &in->e);
    if (code != STATUS_OK) return code;
    char line[40];
    text t = text_fixed(line, sizeof line);
    text_format(&t, "%016llx", (unsigned long long)signature);
    if (in->facts)
        json_object_set_new(in->facts, "signature", json_string(line));
    else
        text_format(&in->out, "signature %s\n", line);
    return STATUS_OK;
}

const command command_engine = {
    .name = "engine",
    .operands = "",
    .summary = "talk UGI with a program, as an engine",
    .run = run_engine,
};

const command command_bench = {
    .name = "bench",
    .operands = "",
    .summary = "print a signature of how the program thinks",
    .options = {ACCEPTS(OPTION_OUTPUT)},
    .run = run_bench,
};
