/* SPDX-License-Identifier: MIT */
#include "cli/language.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The variable that decides about messages. */
static const char *wanted(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return value;
    }
    return "C";
}

/* The catalogues lie beside the program where it was built, and where it is installed in the
 * folder that all programs share: both are found from where the program is. */
static void find_catalogues(void) {
    static const char *const places[] = {"locale", "../share/locale"};
    char program[1024], folder[sizeof program + 32];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) return;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    if (slash) *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(folder, sizeof folder, "%s/%s", program, places[i]);
        if (access(folder, R_OK) != 0) continue;
        bindtextdomain("linework", folder);
        return;
    }
}

void language_begin(void) {
    setlocale(LC_CTYPE, "");
    if (!setlocale(LC_MESSAGES, "")) {
        /* The system has not this locale, but we may have its language. */
        setenv("LANGUAGE", wanted(), 0);
        setlocale(LC_MESSAGES, "C.UTF-8");
    }
    find_catalogues();
    bind_textdomain_codeset("linework", "UTF-8");
    textdomain("linework");
}
