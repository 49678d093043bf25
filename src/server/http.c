/* SPDX-License-Identifier: MIT */
#include "server/http.h"

#include <string.h>
#include <strings.h>

/* --- characters ------------------------------------------------------------------------------- */

static bool is_token(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

static bool is_visible(char c) {
    return c > ' ' && c < 0x7f;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool http_decode(char *string) {
    char *to = string;
    for (const char *from = string; *from; from++, to++) {
        *to = *from;
        if (*from == '%') {
            int high = hex_digit(from[1]), low = high < 0 ? -1 : hex_digit(from[2]);
            if (low < 0) return false;
            *to = (char)(high * 16 + low);
            from += 2;
        }
        if ((unsigned char)*to < ' ' || *to == 0x7f) return false;
    }
    *to = '\0';
    return true;
}

/* --- lists in fields -------------------------------------------------------------------------- */

/* The next element of a comma-separated list, without blanks around it; false at the end. A comma
 * between quotation marks separates nothing. */
static bool next_element(scan *list, scan *element) {
    while (list->at < list->end && (is_blank(*list->at) || *list->at == ',')) list->at++;
    if (list->at == list->end) return false;
    bool quoted = false;
    element->at = list->at;
    for (; list->at < list->end && (quoted || *list->at != ','); list->at++)
        if (*list->at == '"') quoted = !quoted;
    element->end = list->at;
    while (is_blank(element->end[-1])) element->end--;
    return true;
}

static bool is_word(const scan *s, const char *word) {
    size_t length = (size_t)(s->end - s->at);
    return strlen(word) == length && strncasecmp(s->at, word, length) == 0;
}

/* The elements of all fields of this name, one after the other. */
typedef struct elements {
    const http_request *request;
    const char *name;
    size_t field;
    scan list;
} elements;

static elements elements_of(const http_request *r, const char *name) {
    return (elements){.request = r, .name = name};
}

static bool take_element(elements *e, scan *element) {
    while (!next_element(&e->list, element)) {
        const http_request *r = e->request;
        while (e->field < r->field_count && strcasecmp(r->fields[e->field].name, e->name) != 0)
            e->field++;
        if (e->field == r->field_count) return false;
        e->list = scan_string(r->fields[e->field++].value);
    }
    return true;
}

bool http_has(const http_request *r, const char *name, const char *word) {
    elements all = elements_of(r, name);
    for (scan element; take_element(&all, &element);)
        if (is_word(&element, word)) return true;
    return false;
}

bool http_last(const http_request *r, const char *name, text *out) {
    elements all = elements_of(r, name);
    scan last = {NULL, NULL};
    for (scan element; take_element(&all, &element);) last = element;
    if (!last.at) return false;
    text_put_n(out, last.at, (size_t)(last.end - last.at));
    return !out->failed;
}

/* Takes the weight off an element, as in "gzip;q=0.5"; true unless it is none at all. */
static bool take_weight(scan *element) {
    const char *semicolon = memchr(element->at, ';', (size_t)(element->end - element->at));
    if (!semicolon) return true;
    bool some = true;
    const char *c = semicolon + 1;
    while (c < element->end && is_blank(*c)) c++;
    if (element->end - c >= 2 && (*c == 'q' || *c == 'Q') && c[1] == '=') {
        some = false;
        for (c += 2; c < element->end; c++) some = some || (*c >= '1' && *c <= '9');
    }
    element->end = semicolon;
    while (element->end > element->at && is_blank(element->end[-1])) element->end--;
    return some;
}

bool http_takes_gzip(const http_request *r) {
    bool any = false, named = false, takes = false;
    elements all = elements_of(r, "accept-encoding");
    for (scan element; take_element(&all, &element);) {
        bool some = take_weight(&element);
        if (is_word(&element, "*")) any = some;
        if (is_word(&element, "gzip") || is_word(&element, "x-gzip")) {
            named = true;
            takes = some;
        }
    }
    return named ? takes : any;
}

bool http_knows(const http_request *r, const char *tag) {
    elements all = elements_of(r, "if-none-match");
    for (scan element; take_element(&all, &element);) {
        if (is_word(&element, "*")) return true;
        scan_word(&element, "W/");
        size_t length = (size_t)(element.end - element.at);
        if (strlen(tag) == length && memcmp(element.at, tag, length) == 0) return true;
    }
    return false;
}

/* --- the head --------------------------------------------------------------------------------- */

static int refuse(int code, const char **why, const char *reason) {
    *why = reason;
    return code;
}

/* Whether some byte can stand in no head: a control character, or half of a line end. */
static bool has_wrong_byte(const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        bool last = i + 1 == length;
        if (c == '\r'   ? !last && bytes[i + 1] != '\n'
            : c == '\n' ? i == 0 || bytes[i - 1] != '\r'
                        : (c < ' ' && c != '\t') || c == 0x7f)
            return true;
    }
    return false;
}

/* Takes "http://host" or "https://host" off an address; returns what follows. */
static char *take_server(char *target, http_request *r) {
    static const char *const schemes[] = {"http", "https"};
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(schemes[i]);
        if (strncasecmp(target, schemes[i], length) != 0 || strncmp(target + length, "://", 3) != 0)
            continue;
        char *host = target + length + 3, *path = host + strcspn(host, "/?");
        size_t bytes = (size_t)(path - host);
        memmove(target, host, bytes); /* gains room for the NUL behind the host */
        target[bytes] = '\0';
        r->host = target;
        r->scheme = schemes[i];
        return path;
    }
    return target;
}

/* Where the request is to go: "/path?query", or with the server before it. */
static int read_target(char *target, http_request *r, const char **why) {
    for (const char *c = target; *c; c++)
        if (!is_visible(*c) || *c == '#')
            return refuse(400, why, "The address holds a character that no address can hold.");
    r->target = target;
    r->query = "";
    /* What these two may name is no path; neither is allowed here. */
    if (strcmp(r->method, "CONNECT") == 0) return HTTP_WHOLE;
    if (strcmp(r->method, "OPTIONS") == 0 && strcmp(target, "*") == 0) return HTTP_WHOLE;
    char *path = take_server(target, r);
    char *mark = strchr(path, '?');
    if (mark) {
        *mark = '\0';
        r->query = mark + 1;
    }
    if (path != target && *path == '\0') path = "/"; /* "http://host" means its root */
    r->target = path;
    if (*path != '/') return refuse(400, why, "The address does not begin with '/'.");
    char decoded[HTTP_LINE_MAX]; /* the request line is no longer than that */
    text whole = text_fixed(decoded, sizeof decoded), fitting = text_fixed(r->path, sizeof r->path);
    text_put(&whole, path);
    if (!http_decode(decoded))
        return refuse(400, why, "The address has an escape that stands for no character.");
    text_put(&fitting, decoded);
    return fitting.failed ? refuse(414, why, "The path is too long.") : HTTP_WHOLE;
}

/* METHOD SP target SP HTTP/1.x */
static int read_request_line(char *line, http_request *r, const char **why) {
    char *target = strchr(line, ' ');
    char *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version)
        return refuse(400, why, "The first line is not a method, an address and HTTP/1.1.");
    *target++ = '\0';
    *version++ = '\0';
    r->method = line;
    for (const char *c = line; *c || c == line; c++)
        if (!is_token(*c)) return refuse(400, why, "The method is not a word.");
    bool is_version = strncmp(version, "HTTP/", 5) == 0 && version[5] >= '0' && version[5] <= '9' &&
                      version[6] == '.' && version[7] >= '0' && version[7] <= '9' && !version[8];
    if (!is_version) return refuse(400, why, "The first line does not end with a version of HTTP.");
    if (version[5] != '1') return refuse(505, why, "This server speaks HTTP/1.1.");
    r->is_old = version[7] == '0';
    return read_target(target, r, why);
}

static int read_field(char *line, http_request *r, const char **why) {
    if (r->field_count == HTTP_FIELDS_MAX)
        return refuse(431, why, "The request has too many fields.");
    char *c = line;
    while (is_token(*c)) c++;
    if (c == line || *c != ':')
        return refuse(400, why, "A field is not a name, a colon and a value.");
    *c++ = '\0';
    while (is_blank(*c)) c++;
    for (char *end = c + strlen(c); end > c && is_blank(end[-1]);) *--end = '\0';
    r->fields[r->field_count++] = (http_field){line, c};
    return HTTP_WHOLE;
}

/* The only field of this name, or NULL; *count is how many there are. */
static const char *only_field(const http_request *r, const char *name, size_t *count) {
    const char *value = NULL;
    *count = 0;
    for (size_t i = 0; i < r->field_count; i++)
        if (strcasecmp(r->fields[i].name, name) == 0) {
            value = r->fields[i].value;
            ++*count;
        }
    return value;
}

const char *http_field_value(const http_request *r, const char *name) {
    size_t count;
    const char *value = only_field(r, name, &count);
    return count == 1 ? value : NULL;
}

bool http_names(const http_request *r, const char *name) {
    size_t count;
    only_field(r, name, &count);
    return count > 0;
}

bool http_is_json(const http_request *r) {
    static const char json[] = "application/json";
    const char *type = http_field_value(r, "content-type");
    if (!type || strncasecmp(type, json, strlen(json)) != 0) return false;
    type += strlen(json);
    return !*type || *type == ';' || *type == ' ';
}

/* Where the body ends must be beyond doubt, or the next request would begin where somebody else
 * put it. */
static int read_body_size(http_request *r, const char **why) {
    size_t lengths, encodings;
    const char *length = only_field(r, "content-length", &lengths);
    const char *encoding = only_field(r, "transfer-encoding", &encodings);
    if (lengths + encodings > 1 || (r->is_old && encodings))
        return refuse(400, why, "It is not clear where the body ends.");
    if (encodings && strcasecmp(encoding, "chunked") != 0)
        return refuse(501, why, "The body may be sent in chunks, but not packed.");
    r->is_chunked = encodings > 0;
    if (lengths && !text_is_number(length, UINT64_MAX, &r->body_bytes))
        return refuse(400, why, "The length of the body is not a number.");
    if (r->body_bytes > HTTP_BODY_MAX) return refuse(413, why, "The body is too long.");
    return HTTP_WHOLE;
}

static int read_meaning(http_request *r, const char **why) {
    size_t hosts, expectations;
    const char *host = only_field(r, "host", &hosts);
    if (hosts > 1 || (hosts == 0 && !r->is_old))
        return refuse(400, why, "The request must name one host.");
    if (!r->host) r->host = host; /* one in the address counts for more */
    r->keeps_alive = !http_has(r, "connection", "close") &&
                     (!r->is_old || http_has(r, "connection", "keep-alive"));
    const char *expectation = only_field(r, "expect", &expectations);
    if (expectations && !r->is_old) {
        if (expectations > 1 || strcasecmp(expectation, "100-continue") != 0)
            return refuse(417, why, "Nothing can be expected but 100-continue.");
        r->awaits_go_ahead = true;
    }
    return read_body_size(r, why);
}

/* Cuts the next line off; there is one. */
static char *take_line(char **at) {
    char *line = *at, *end = strstr(line, "\r\n");
    *end = '\0';
    *at = end + 2;
    return line;
}

int http_read(char *bytes, size_t length, http_request *r, size_t *head, const char **why) {
    size_t begin = 0; /* empty lines before a request are tolerated */
    while (length - begin >= 2 && memcmp(bytes + begin, "\r\n", 2) == 0) begin += 2;
    char *line = bytes + begin, *end = memmem(line, length - begin, "\r\n\r\n", 4);
    size_t size = end ? (size_t)(end + 4 - line) : length - begin;
    if (has_wrong_byte(line, size))
        return refuse(400, why, "The request holds a byte that has no place in one.");
    char *line_end = memmem(line, size, "\r\n", 2);
    if ((line_end ? (size_t)(line_end - line) : size) >= HTTP_LINE_MAX)
        return refuse(414, why, "The address is too long.");
    if (begin + size > HTTP_HEAD_MAX) return refuse(431, why, "The fields are too long.");
    if (!end) return HTTP_MORE;
    *head = begin + size;
    end[2] = '\0'; /* the last line that is looked at still ends with its "\r\n" */
    *r = (http_request){0};
    char *at = line;
    int code = read_request_line(take_line(&at), r, why);
    while (code == HTTP_WHOLE && *at) code = read_field(take_line(&at), r, why);
    return code == HTTP_WHOLE ? read_meaning(r, why) : code;
}

/* --- the body --------------------------------------------------------------------------------- */

http_body http_body_of(const http_request *r) {
    http_body b = {.is_chunked = r->is_chunked, .left = r->body_bytes};
    b.at = b.is_chunked ? BODY_SIZE : b.left ? BODY_DATA : BODY_DONE;
    return b;
}

/* The size of a chunk: hexadecimal, and behind it something that means nothing to us. */
static int take_size(http_body *b) {
    uint64_t size = 0;
    size_t i = 0;
    for (; hex_digit(b->line[i]) >= 0; i++) {
        size = size * 16 + (uint64_t)hex_digit(b->line[i]);
        if (size > HTTP_BODY_MAX) return 413;
    }
    bool ends = b->line[i] ? b->line[i] == ';' || is_blank(b->line[i]) : b->in_line == i;
    if (i == 0 || !ends) return 400;
    b->left = size;
    b->at = size ? BODY_DATA : BODY_TRAILER;
    return 0;
}

/* A line between the chunks is whole. */
static int take_chunk_line(http_body *b) {
    int code = 0;
    bool is_empty = b->in_line == 0;
    if (b->at == BODY_SIZE) {
        code = take_size(b);
    } else if (b->at == BODY_DATA_END) {
        code = is_empty ? 0 : 400;
        b->at = BODY_SIZE;
    } else if (is_empty) {
        b->at = BODY_DONE;
    }
    b->in_line = 0;
    b->line[0] = '\0';
    return code;
}

static int take_line_byte(http_body *b, char c) {
    if (b->after_return) {
        b->after_return = false;
        return c == '\n' ? take_chunk_line(b) : 400;
    }
    if (c == '\n' || c == '\0') return 400;
    b->after_return = c == '\r';
    if (b->after_return) return 0;
    if (b->in_line < sizeof b->line - 1) {
        b->line[b->in_line] = c;
        b->line[b->in_line + 1] = '\0';
    }
    b->in_line++;
    return 0;
}

int http_take(http_body *b, const char *bytes, size_t length, text *into, size_t *taken) {
    int code = 0;
    size_t i = 0;
    while (code == 0 && b->at != BODY_DONE && i < length) {
        if (b->at != BODY_DATA) {
            code = take_line_byte(b, bytes[i++]);
            continue;
        }
        size_t part = b->left < length - i ? (size_t)b->left : length - i;
        if (into) text_put_n(into, bytes + i, part);
        i += part;
        b->left -= part;
        if (b->left == 0) b->at = b->is_chunked ? BODY_DATA_END : BODY_DONE;
    }
    b->taken += i;
    *taken = i;
    return code ? code : b->taken > 2 * HTTP_BODY_MAX ? 413 : 0;
}

/* --- parts of files --------------------------------------------------------------------------- */

/* "3-7", "3-" or "-5", all of it. */
static bool read_part(const char *string, uint64_t of, http_part *p) {
    scan s = scan_string(string);
    uint64_t first = 0, last = UINT64_MAX;
    if (scan_char(&s, '-')) {
        if (!scan_number(&s, UINT64_MAX, &last) || !scan_done(&s)) return false;
        p->length = last < of ? last : of;
        p->first = of - p->length;
        return true;
    }
    if (!scan_number(&s, UINT64_MAX, &first) || !scan_char(&s, '-')) return false;
    if (!scan_done(&s) && !scan_number(&s, UINT64_MAX, &last)) return false;
    if (!scan_done(&s) || last < first) return false;
    if (last >= of) last = of - 1;
    p->first = first;
    p->length = first < of ? last - first + 1 : 0;
    return true;
}

int http_range(const http_request *r, const char *tag, http_part *p) {
    static const char unit[] = "bytes=";
    const char *range = http_field_value(r, "range");
    size_t conditions;
    const char *condition = only_field(r, "if-range", &conditions);
    http_part part = *p;
    if (!range || strcmp(r->method, "GET") != 0) return 200;
    if (conditions > 0 && (conditions > 1 || strcmp(condition, tag) != 0)) return 200;
    if (strncasecmp(range, unit, strlen(unit)) != 0) return 200;
    if (!read_part(range + strlen(unit), p->of, &part)) return 200;
    if (part.length == 0) return 416;
    *p = part;
    return 206;
}

/* --- words ------------------------------------------------------------------------------------ */

const char *http_phrase(int code) {
    switch (code) {
    case 101: return "Switching Protocols";
    case 200: return "OK";
    case 201: return "Created";
    case 204: return "No Content";
    case 206: return "Partial Content";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 416: return "Range Not Satisfiable";
    case 417: return "Expectation Failed";
    case 421: return "Misdirected Request";
    case 422: return "Unprocessable Content";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Internal Server Error";
    }
}

/* By hand, because strftime speaks the language of the locale. */
void http_date(text *out, time_t when) {
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    struct tm t;
    gmtime_r(&when, &t);
    text_format(out, "%.3s, %02d %.3s %04d %02d:%02d:%02d GMT", days + 3 * t.tm_wday, t.tm_mday,
                months + 3 * t.tm_mon, t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
}
