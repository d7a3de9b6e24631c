/* Small exchanges from many devices at once: cc -O2 load.c -o load
 * usage: load pull|push PORT DEVICES.tsv SECONDS
 *
 * DEVICES.tsv has a line for each device: its token as the Authorization header carries it, its device number, its last
 * attempt. Each has one keep-alive connection and sends the next request when the answer to the last one is there (docs/protocol.md,
 * exchange): `pull` asks whether there is anything new, `push` brings one new change of 48 sealed bytes.
 * Prints: requests answered, seconds, median and 99th percentile of the answers in microseconds, answers that were not
 * carried out. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    int socket;
    char token[96];
    uint64_t number, last, sequence, tag, base;
    double sent;
    char answer[8192];
    size_t answerBytes;
} Device;

static uint64_t state = 0x9E3779B97F4A7C15u;
static uint64_t draw(void) {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* CBOR (RFC 8949), shortest heads. */
static uint8_t *head(uint8_t *out, int major, uint64_t n) {
    int bytes = n < 24 ? 0 : n < 0x100 ? 1 : n < 0x10000 ? 2 : n < 0x100000000u ? 4 : 8;
    *out++ = (uint8_t)(major << 5 | (bytes == 0 ? (int)n : bytes == 1 ? 24 : bytes == 2 ? 25 : bytes == 4 ? 26 : 27));
    for (int i = bytes - 1; i >= 0; i--) *out++ = (uint8_t)(n >> (8 * i));
    return out;
}

static const uint8_t *readHead(const uint8_t *in, uint64_t *n) {
    int low = *in++ & 31, bytes = low < 24 ? 0 : 1 << (low - 24);
    *n = low < 24 ? (uint64_t)low : 0;
    for (int i = 0; i < bytes; i++) *n = *n << 8 | *in++;
    return in;
}

static const uint8_t *skip(const uint8_t *in) {
    int major = *in >> 5;
    uint64_t n;
    if (major == 7) return in + 1;
    in = readHead(in, &n);
    if (major == 2 || major == 3) return in + n;
    if (major == 4) while (n--) in = skip(in);
    return in;
}

static void ask(Device *d, int isPush, int port) {
    uint8_t body[256], *o = body;
    o = head(o, 4, 8);
    o = head(o, 0, 1);
    o = head(o, 0, d->number);
    o = head(o, 4, 3);
    o = head(o, 0, d->sequence);
    o = head(o, 0, d->tag);
    o = head(o, 0, d->base);
    o = head(o, 4, 1);
    o = head(o, 0, d->last);
    uint64_t attempt = isPush ? (draw() >> 1 | 1) : 0;
    o = head(o, 0, attempt);
    *o++ = 0xF4;
    o = head(o, 4, 0);
    o = head(o, 4, (uint64_t)isPush);
    if (isPush) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        o = head(o, 4, 2);
        o = head(o, 4, 5);
        o = head(o, 0, 2);
        o = head(o, 2, 16);
        for (int i = 0; i < 2; i++) {
            uint64_t word = draw();
            memcpy(o, &word, 8);
            o += 8;
        }
        o = head(o, 0, ((uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000) << 16);
        o = head(o, 0, d->number);
        o = head(o, 0, 0x7E);
        o = head(o, 2, 48);
        for (int i = 0; i < 6; i++) {
            uint64_t word = draw();
            memcpy(o, &word, 8);
            o += 8;
        }
        d->last = attempt;
    }
    char request[768];
    int headBytes = snprintf(request, sizeof request,
        "POST /v1/exchange HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
        "Content-Type: application/cbor\r\nContent-Length: %d\r\n\r\n", port, d->token, (int)(o - body));
    memcpy(request + headBytes, body, (size_t)(o - body));
    d->sent = now();
    d->answerBytes = 0;
    size_t all = (size_t)headBytes + (size_t)(o - body);
    if (send(d->socket, request, all, MSG_NOSIGNAL) != (ssize_t)all) { perror("send"); exit(1); }
}

/* 1 carried out, 0 refused, -1 not whole yet. */
static int take(Device *d) {
    ssize_t got = recv(d->socket, d->answer + d->answerBytes, sizeof d->answer - d->answerBytes - 1, 0);
    if (got <= 0) { fprintf(stderr, "the server closed a connection\n"); exit(1); }
    d->answerBytes += (size_t)got;
    d->answer[d->answerBytes] = 0;
    char *end = strstr(d->answer, "\r\n\r\n");
    if (!end) return -1;
    char *length = strcasestr(d->answer, "content-length:");
    size_t bodyBytes = length && length < end ? strtoul(length + 15, 0, 10) : 0;
    if ((size_t)(end + 4 - d->answer) + bodyBytes > d->answerBytes) return -1;
    if (strncmp(d->answer + 9, "200", 3) != 0) return 0;
    const uint8_t *in = (const uint8_t *)end + 4;
    uint64_t n;
    in = readHead(in, &n);
    if (n != 8) return 0;
    for (int i = 0; i < 3; i++) in = skip(in);
    in = readHead(in, &n);
    if (n != 0) return 0;
    uint64_t outcomes, outcome = 0;
    const uint8_t *first = readHead(in, &outcomes);
    if (outcomes) readHead(first, &outcome);
    in = skip(skip(in));
    in = readHead(in, &n);
    in = readHead(in, &d->sequence);
    in = readHead(in, &d->tag);
    readHead(in, &d->base);
    return outcome <= 1;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int count, char **words) {
    if (count != 5) { fprintf(stderr, "usage: load pull|push PORT DEVICES.tsv SECONDS\n"); return 64; }
    int isPush = strcmp(words[1], "push") == 0, port = atoi(words[2]), poll = epoll_create1(0), devices = 0, one = 1;
    double seconds = atof(words[4]);
    static Device all[1024];
    FILE *list = fopen(words[3], "r");
    if (!list) { perror(words[3]); return 66; }
    for (; devices < 1024; devices++) {
        Device *d = &all[devices];
        if (fscanf(list, "%95s %lu %lu", d->token, &d->number, &d->last) != 3) break;
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port),
                                      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        d->socket = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(d->socket, (void *)&address, sizeof address) != 0) { perror("connect"); return 69; }
        setsockopt(d->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = d};
        epoll_ctl(poll, EPOLL_CTL_ADD, d->socket, &event);
    }
    size_t answered = 0, refused = 0, room = 1 << 22;
    double *waits = malloc(room * sizeof *waits), start = now(), end = start + seconds;
    for (int i = 0; i < devices; i++) ask(&all[i], isPush, port);
    while (now() < end) {
        struct epoll_event events[64];
        int ready = epoll_wait(poll, events, 64, 100);
        for (int i = 0; i < ready; i++) {
            Device *d = events[i].data.ptr;
            int taken = take(d);
            if (taken < 0) continue;
            if (answered < room) waits[answered] = (now() - d->sent) * 1e6;
            answered++;
            refused += taken == 0;
            ask(d, isPush, port);
        }
    }
    double elapsed = now() - start;
    size_t kept = answered < room ? answered : room;
    qsort(waits, kept, sizeof *waits, ascending);
    printf("%zu %.6f %.1f %.1f %zu\n", answered, elapsed, kept ? waits[kept / 2] : 0, kept ? waits[kept * 99 / 100] : 0,
           refused);
    return 0;
}
