// What stands behind the variadic calls of the library.
#include "CPackmuleMicrohttpd.h"

#include <string.h>

// TLS 1.2 and later (docs/design, security).
static const char priorities[] = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";

static size_t decode_nothing(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

struct MHD_Daemon *packmule_http_start(const struct packmule_http_options *options) {
    struct MHD_OptionItem items[8];
    size_t count = 0;
    if (options->threads > 1) {
        items[count++] = (struct MHD_OptionItem){MHD_OPTION_THREAD_POOL_SIZE, options->threads, NULL};
    }
    if (options->certificate != NULL) {
        items[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->certificate};
        items[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->key};
        items[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)priorities};
    }
    items[count] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
    if (options->certificate != NULL) flags |= MHD_USE_TLS;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, options->handle, options->context,
        MHD_OPTION_LISTEN_SOCKET, options->socket,
        MHD_OPTION_CONNECTION_LIMIT, options->connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->memory_bytes_per_connection,
        MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
        MHD_OPTION_NOTIFY_CONNECTION, options->connection_changed, options->context,
        MHD_OPTION_URI_LOG_CALLBACK, options->target, options->context,
        MHD_OPTION_UNESCAPE_CALLBACK, decode_nothing, NULL,
        MHD_OPTION_ARRAY, items,
        MHD_OPTION_END);
}

unsigned int packmule_http_connection_count(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *information = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return information == NULL ? 0 : information->num_connections;
}

void *packmule_http_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return information == NULL ? NULL : information->socket_context;
}

int packmule_http_connection_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return information == NULL ? -1 : information->connect_fd;
}

const struct sockaddr *packmule_http_client_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return information == NULL ? NULL : information->client_addr;
}

size_t packmule_http_head_bytes(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return information == NULL ? 0 : information->header_size;
}
