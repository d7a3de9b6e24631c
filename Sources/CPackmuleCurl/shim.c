// Loads libcurl when it is first needed, and passes calls on to it.
#define CURL_DISABLE_TYPECHECK
#include "CPackmuleCurl.h"

#undef curl_easy_setopt
#undef curl_easy_getinfo

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
static int isLoaded = 0;

// Written once, under the lock above.
static struct {
    CURLcode (*global_init)(long);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *);
    void (*easy_reset)(CURL *);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    const char *(*easy_strerror)(CURLcode);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *);
    CURLMcode (*multi_add_handle)(CURLM *, CURL *);
    CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
    CURLMcode (*multi_perform)(CURLM *, int *);
    CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
    CURLMcode (*multi_wakeup)(CURLM *);
    CURLMsg *(*multi_info_read)(CURLM *, int *);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
} curl;

#define FIND(name) ((*(void **)&curl.name = dlsym(library, "curl_" #name)) != NULL)

static const char *load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return "the library libcurl.so.4 is missing: install libcurl4";
    int isWhole = FIND(global_init) && FIND(easy_init) && FIND(easy_cleanup) && FIND(easy_reset) && FIND(easy_setopt)
        && FIND(easy_getinfo) && FIND(easy_strerror) && FIND(multi_init) && FIND(multi_cleanup)
        && FIND(multi_add_handle) && FIND(multi_remove_handle) && FIND(multi_perform) && FIND(multi_poll)
        && FIND(multi_wakeup) && FIND(multi_info_read) && FIND(slist_append) && FIND(slist_free_all);
    if (!isWhole) return "the library libcurl.so.4 is too old: install version 7.85 or later";
    if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return "the library libcurl.so.4 did not start";
    isLoaded = 1;
    return NULL;
}

const char *packmule_curl_load(void) {
    pthread_mutex_lock(&loading);
    const char *problem = isLoaded ? NULL : load();
    pthread_mutex_unlock(&loading);
    return problem;
}

packmule_curl_line packmule_curl_make(void) {
    packmule_curl_line line = {curl.easy_init(), curl.multi_init(), calloc(1, CURL_ERROR_SIZE)};
    if (line.easy && line.multi && line.error) return line;
    packmule_curl_free(line);
    return (packmule_curl_line){NULL, NULL, NULL};
}

void packmule_curl_free(packmule_curl_line line) {
    if (line.easy) curl.easy_cleanup(line.easy);
    if (line.multi) curl.multi_cleanup(line.multi);
    free(line.error);
}

CURLcode packmule_curl_set_number(packmule_curl_line line, CURLoption option, long value) {
    return curl.easy_setopt(line.easy, option, value);
}

CURLcode packmule_curl_set_count(packmule_curl_line line, CURLoption option, curl_off_t value) {
    return curl.easy_setopt(line.easy, option, value);
}

CURLcode packmule_curl_set_pointer(packmule_curl_line line, CURLoption option, const void *value) {
    return curl.easy_setopt(line.easy, option, value);
}

CURLcode packmule_curl_set_receiver(packmule_curl_line line, CURLoption option, curl_write_callback receiver) {
    return curl.easy_setopt(line.easy, option, receiver);
}

struct curl_slist *packmule_curl_append(struct curl_slist *list, const char *text) {
    return curl.slist_append(list, text);
}

void packmule_curl_free_list(struct curl_slist *list) {
    curl.slist_free_all(list);
}

CURLMcode packmule_curl_begin(packmule_curl_line line) {
    line.error[0] = 0;
    curl.easy_setopt(line.easy, CURLOPT_ERRORBUFFER, line.error);
    return curl.multi_add_handle(line.multi, line.easy);
}

CURLMcode packmule_curl_advance(packmule_curl_line line, int *isRunning) {
    return curl.multi_perform(line.multi, isRunning);
}

CURLMcode packmule_curl_wait(packmule_curl_line line, int milliseconds) {
    return curl.multi_poll(line.multi, NULL, 0, milliseconds, NULL);
}

CURLMcode packmule_curl_wake(packmule_curl_line line) {
    return curl.multi_wakeup(line.multi);
}

CURLcode packmule_curl_result(packmule_curl_line line) {
    int waiting = 0;
    CURLMsg *message = curl.multi_info_read(line.multi, &waiting);
    return message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_OK;
}

long packmule_curl_status(packmule_curl_line line) {
    long status = 0;
    return curl.easy_getinfo(line.easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

void packmule_curl_end(packmule_curl_line line) {
    curl.multi_remove_handle(line.multi, line.easy);
    curl.easy_reset(line.easy);
}

const char *packmule_curl_text(CURLcode code) {
    return curl.easy_strerror(code);
}
