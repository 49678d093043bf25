/* SPDX-License-Identifier: MIT
 *
 * linework games: the games that a server keeps, as a whole: backups, and records of all. */
#include <string.h>
#include <time.h>

#include "cli/command.h"
#include "games/registry.h"
#include "native/file.h"
#include "store/archive.h"

/* The store that is meant. */
static status find_store(invocation *in, text *url) {
    const char *given = in->option[OPTION_STORE];
    if (!given) return command_usual_store(url, &in->e);
    text_put(url, given);
    return url->failed ? fail_memory(&in->e) : STATUS_OK;
}

static status expect_operands(invocation *in, int least, int most) {
    int given = in->operand_count - 1;
    if (given < least)
        return FAIL(&in->e, STATUS_USAGE, "games %s: FILE is missing", in->operands[0]);
    if (given > most)
        return FAIL(&in->e, STATUS_USAGE, "'%.60s' is one word too many", in->operands[most + 1]);
    if (in->option[OPTION_OUTPUT] && strcmp(in->operands[0], "export") != 0)
        return FAIL(&in->e, STATUS_USAGE, "-o is for games export only");
    return STATUS_OK;
}

static status backup(invocation *in, const char *url) {
    const char *path = in->operands[1];
    status code = archive_backup(url, path, &in->e);
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_JSON]) return command_facts(in, json_pack("{s:s}", "backup", path));
    text_format(&in->out, "The games are in %s\n", path);
    return STATUS_OK;
}

static status restore(invocation *in, const char *url) {
    text aside = text_growing();
    status code = archive_restore(in->operands[1], url, &aside, &in->e);
    if (code == STATUS_OK && in->option[OPTION_JSON]) {
        code = command_facts(in, json_pack("{s:s, s:s?}", "restored", in->operands[1], "aside",
                                           aside.length > 0 ? aside.data : NULL));
    } else if (code == STATUS_OK) {
        text_format(&in->out, "The games are what they were in %s\n", in->operands[1]);
        if (aside.length > 0) text_format(&in->out, "What they were before is in %s\n", aside.data);
    }
    text_free(&aside);
    return code;
}

static status export(invocation *in, const char *url) {
    archive_counts counts = {0};
    text records = text_growing();
    status code = archive_export(url, registry_games, &records, &counts, &in->e);
    if (code == STATUS_OK && in->option[OPTION_JSON])
        code = command_facts(in, json_pack("{s:I, s:I, s:s%}", "games", (json_int_t)counts.games,
                                           "others", (json_int_t)counts.others, "records",
                                           records.data ? records.data : "", records.length));
    else if (code == STATUS_OK)
        text_put_n(&in->out, records.data ? records.data : "", records.length);
    text_free(&records);
    return code;
}

static status import(invocation *in, const char *url) {
    archive_counts counts = {0};
    status code = STATUS_OK;
    for (int i = 1; code == STATUS_OK && i < in->operand_count; i++) {
        text contents = text_growing();
        code = file_read(in->operands[i], &contents, &in->e);
        if (code == STATUS_OK) {
            code = archive_import(contents.length ? contents.data : "", contents.length, url,
                                  registry_games, (int64_t)time(NULL) * 1000, &counts, &in->e);
            if (code != STATUS_OK) error_prefix(&in->e, "%.120s", in->operands[i]);
        }
        text_free(&contents);
    }
    if (code != STATUS_OK) return code;
    if (in->option[OPTION_JSON])
        return command_facts(in, json_pack("{s:I, s:I}", "games", (json_int_t)counts.games,
                                           "others", (json_int_t)counts.others));
    text_format(&in->out, "%zu games added, %zu left out (known already, or not finished)\n",
                counts.games, counts.others);
    return STATUS_OK;
}

static status run_games(invocation *in) {
    static const struct action {
        const char *name;
        int least, most;
        status (*run)(invocation *in, const char *url);
    } actions[] = {{"backup", 1, 1, backup},
                   {"restore", 1, 1, restore},
                   {"export", 0, 0, export},
                   {"import", 1, 1000, import}};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        const struct action *a = &actions[i];
        if (strcmp(in->operands[0], a->name) != 0) continue;
        text url = text_growing();
        status code = expect_operands(in, a->least, a->most);
        if (code == STATUS_OK) code = find_store(in, &url);
        if (code == STATUS_OK) code = a->run(in, url.data);
        text_free(&url);
        return code;
    }
    return FAIL(&in->e, STATUS_USAGE, "games: '%.60s' is not backup, restore, export or import",
                in->operands[0]);
}

const command command_games = {
    .name = "games",
    .operands = "backup FILE | restore FILE | export | import FILE...",
    .summary = "back up, restore, export or import the games that a server keeps",
    .options = {ACCEPTS(OPTION_STORE), ACCEPTS(OPTION_OUTPUT)},
    .least = 1,
    .most = 1001,
    .run = run_games,
};
