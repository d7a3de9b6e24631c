// The side of TLS that answers, over OpenSSL's libssl, for servers in tests.
#ifndef CTEST_TLS_H
#define CTEST_TLS_H

/// Reads a certificate and its key from files in PEM; null when they do not fit. Kept until the process ends.
void *test_tls_identity(const char *certificatePath, const char *keyPath);

/// Shakes hands with whoever is connected to the socket; null when that fails.
void *test_tls_accept(void *identity, int descriptor);

/// As read(2), but through TLS.
int test_tls_read(void *connection, void *bytes, int count);

/// As write(2), but through TLS.
int test_tls_write(void *connection, const void *bytes, int count);

/// Says goodbye and frees the connection; the socket stays open.
void test_tls_close(void *connection);

#endif
