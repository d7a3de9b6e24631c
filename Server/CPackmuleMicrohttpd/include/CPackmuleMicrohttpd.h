// What Swift takes from the library: its header, and what stands behind variadic calls.
#ifndef CPACKMULE_MICROHTTPD_H
#define CPACKMULE_MICROHTTPD_H

#include <microhttpd.h>

/// How a daemon is started.
struct packmule_http_options {
    /// A listening socket that does not block. Closed by the library when the daemon does not start; otherwise it is
    /// the caller's, who quiesces the daemon before stopping it, and closes the socket then.
    int socket;
    unsigned int threads;
    /// For all threads together.
    unsigned int connections;
    /// For the head of a request and one piece of its body.
    size_t memory_bytes_per_connection;
    /// PEM with a zero at its end, or both null; needed during the call only.
    const char *certificate;
    const char *key;
    /// Handed to every callback.
    void *context;
    MHD_AccessHandlerCallback handle;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection_changed;
    /// Sees the target of a request as it was sent.
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
};

/// Starts a daemon whose threads wait by epoll(7), whose connections may be suspended, and which decodes nothing in
/// targets; null when the library refuses.
struct MHD_Daemon *packmule_http_start(const struct packmule_http_options *options);

/// How many connections a daemon has open.
unsigned int packmule_http_connection_count(struct MHD_Daemon *daemon);

/// What the callback `connection_changed` left for the connection.
void *packmule_http_connection_context(struct MHD_Connection *connection);

/// The socket of a connection.
int packmule_http_connection_socket(struct MHD_Connection *connection);

/// The address of the client.
const struct sockaddr *packmule_http_client_address(struct MHD_Connection *connection);

/// The bytes of the request's head: its first line, its fields and the empty line.
size_t packmule_http_head_bytes(struct MHD_Connection *connection);

#endif
