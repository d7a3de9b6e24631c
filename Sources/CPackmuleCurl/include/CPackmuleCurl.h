// What Swift takes from libcurl: its constants, and the few calls that the transport makes. The library is not linked
// but loaded when it is first needed, because its 35 objects would slow every start of a program.
#ifndef CPACKMULE_CURL_H
#define CPACKMULE_CURL_H

#include <curl/curl.h>

/// A transfer and the connections it keeps. One thread at a time may use it, whichever that is (libcurl-thread(3));
/// packmule_curl_wake alone may be called from any thread meanwhile. All parts are null in a line that was not made.
typedef struct {
    /// The transfer.
    void *easy;
    /// What drives the transfer and keeps its connections.
    void *multi;
    /// Why the last transfer failed, in the library's words; CURL_ERROR_SIZE bytes.
    char *error;
} __attribute__((swift_attr("@Sendable"))) packmule_curl_line;

/// Loads the library unless it is loaded; answers null, or why that cannot be done. Any thread may call it.
const char *packmule_curl_load(void);

/// Makes a line; null parts when there is no memory. The library must be loaded, here and below.
packmule_curl_line packmule_curl_make(void);

/// Closes the connections of a line and frees it.
void packmule_curl_free(packmule_curl_line line);

/// Sets an option of type long.
CURLcode packmule_curl_set_number(packmule_curl_line line, CURLoption option, long value);

/// Sets an option of type curl_off_t.
CURLcode packmule_curl_set_count(packmule_curl_line line, CURLoption option, curl_off_t value);

/// Sets an option that is a pointer. Text is copied by the library, anything else must stay.
CURLcode packmule_curl_set_pointer(packmule_curl_line line, CURLoption option, const void *value);

/// Sets CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
CURLcode packmule_curl_set_receiver(packmule_curl_line line, CURLoption option, curl_write_callback receiver);

/// Appends a text, which is copied; answers the list, or null when there is no memory.
struct curl_slist *packmule_curl_append(struct curl_slist *list, const char *text);

/// Frees a list; null is none.
void packmule_curl_free_list(struct curl_slist *list);

/// Begins the transfer that the options describe.
CURLMcode packmule_curl_begin(packmule_curl_line line);

/// Does what can be done without waiting; `isRunning` becomes 0 when the transfer has ended.
CURLMcode packmule_curl_advance(packmule_curl_line line, int *isRunning);

/// Waits until something can be done, the line is woken, or the milliseconds are over.
CURLMcode packmule_curl_wait(packmule_curl_line line, int milliseconds);

/// Ends the wait of another thread, or its next one.
CURLMcode packmule_curl_wake(packmule_curl_line line);

/// How the transfer ended; CURLE_OK unless it has.
CURLcode packmule_curl_result(packmule_curl_line line);

/// The status of the answer; 0 without one.
long packmule_curl_status(packmule_curl_line line);

/// Ends the transfer wherever it is and forgets its options. A connection that is of further use is kept.
void packmule_curl_end(packmule_curl_line line);

/// The library's words for a code.
const char *packmule_curl_text(CURLcode code);

#endif
