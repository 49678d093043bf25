/* SPDX-License-Identifier: MIT
 *
 * Tables as files: old or new, and never between. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "linja/solution/table_pack.h"
#include "native/file.h"

typedef struct writer {
    file_part out;
    linja_packer *packer;
    const char *kernel;
} writer;

static status put(void *context, uint64_t offset, const void *bytes, size_t length, error *e) {
    const writer *w = context;
    if (file_put(&w->out, offset, bytes, length)) return STATUS_OK;
    return FAIL(e, STATUS_FAILED, "not written: %s", strerror(errno));
}

static status write_layer(void *context, const linja_solved *s, int layer, error *e) {
    writer *w = context;
    w->kernel = s->kernel;
    return linja_packer_layer(w->packer, s, layer, e);
}

/* --- reading back --------------------------------------------------------------------------- */

static status probe_start(const linja_table *t, int *value, error *e) {
    linja_reader *reader;
    linja_position start;
    linja_start(&start);
    status code = linja_reader_new(t, &reader, e);
    if (code != STATUS_OK) return code;
    code = linja_probe(reader, &start, value, e);
    linja_reader_free(reader);
    return code;
}

/* Reads the new file as everybody will, and holds every tile against its checksum. */
static status check_file(const writer *w, const linja_rules *rules, solver_made *made, error *e) {
    linja_table *t;
    int fd = fcntl(w->out.fd, F_DUPFD_CLOEXEC, 0);
    if (fd < 0) return FAIL(e, STATUS_FAILED, "cannot be read back: %s", strerror(errno));
    status code = linja_table_open_fd(fd, rules, &t, e);
    if (code != STATUS_OK) return code;
    code = linja_packer_check(w->packer, t, e);
    if (code == STATUS_OK && made) {
        made->kernel = w->kernel;
        code = probe_start(t, &made->start, e);
    }
    linja_table_close(t);
    return code;
}

/* --- all of it ------------------------------------------------------------------------------ */

/* Makes the folders that lead to a file. */
static void make_folders(const char *path) {
    text folder = text_growing();
    text_put(&folder, path);
    for (char *slash = folder.data; slash && (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        mkdir(folder.data, 0777);
        *slash = '/';
    }
    text_free(&folder);
}

static status begin(const char *path, int threads, writer *w, error *e) {
    *w = (writer){0};
    make_folders(path);
    status code = linja_packer_new(&(linja_sink){put, w}, threads, &w->packer, e);
    if (code == STATUS_OK) code = file_begin(path, 0666, &w->out, e);
    if (code != STATUS_OK) linja_packer_free(w->packer);
    return code;
}

/* Makes a file of the layers that were written, if that went well, or throws them away. */
static status finish(status code, writer *w, const char *path, const linja_rules *rules,
                     solver_made *made, error *e) {
    if (code == STATUS_OK) code = linja_packer_end(w->packer, e);
    if (code == STATUS_OK) code = check_file(w, rules, made, e);
    if (code != STATUS_OK) {
        error_prefix(e, "%.120s", path);
        file_drop(&w->out);
    } else {
        code = file_finish(&w->out, e);
    }
    linja_packer_free(w->packer);
    return code;
}

status linja_table_make(const linja_solve_options *options, const char *path, solver_made *made,
                        error *e) {
    writer w;
    status code = begin(path, options->job.threads, &w, e);
    if (code != STATUS_OK) return code;
    code = linja_solve_layers(options, write_layer, &w, e);
    return finish(code, &w, path, options->rules, made, e);
}

status linja_table_write(const linja_solved *s, const char *path, const solver_job *job, error *e) {
    writer w;
    status code = begin(path, job->threads, &w, e);
    if (code != STATUS_OK) return code;
    int layers = linja_layers(&s->index);
    for (int layer = layers - 1; code == STATUS_OK && layer >= 0; layer--) {
        code = write_layer(&w, s, layer, e);
        if (code == STATUS_OK && !solver_job_goes_on(job, 1 - (double)layer / layers))
            code = FAIL(e, STATUS_FAILED, "stopped");
    }
    return finish(code, &w, path, s->solving.rules, NULL, e);
}
