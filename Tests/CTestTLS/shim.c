// The side of TLS that answers, over OpenSSL's libssl, for servers in tests.
#include "CTestTLS.h"

#include <openssl/ssl.h>

void *test_tls_identity(const char *certificatePath, const char *keyPath) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context && SSL_CTX_use_certificate_file(context, certificatePath, SSL_FILETYPE_PEM) == 1
        && SSL_CTX_use_PrivateKey_file(context, keyPath, SSL_FILETYPE_PEM) == 1) return context;
    SSL_CTX_free(context);
    return NULL;
}

void *test_tls_accept(void *identity, int descriptor) {
    SSL *connection = SSL_new(identity);
    if (connection && SSL_set_fd(connection, descriptor) == 1 && SSL_accept(connection) == 1) return connection;
    SSL_free(connection);
    return NULL;
}

int test_tls_read(void *connection, void *bytes, int count) {
    return SSL_read(connection, bytes, count);
}

int test_tls_write(void *connection, const void *bytes, int count) {
    return SSL_write(connection, bytes, count);
}

void test_tls_close(void *connection) {
    SSL_shutdown(connection);
    SSL_free(connection);
}
