// Inline shims over OpenSSL's libcrypto.
#ifndef CPACKMULE_CRYPTO_H
#define CPACKMULE_CRYPTO_H

// The one-shot SHA256() fetches its algorithm at every call in OpenSSL 3; the three-step form does not (about 5 times
// faster for 40 bytes) and is only marked deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Writes the 32 bytes of SHA-256 over `count` bytes.
static inline void packmule_sha256(const void *bytes, size_t count, unsigned char *digest) {
    SHA256_CTX context;
    SHA256_Init(&context);
    SHA256_Update(&context, bytes, count);
    SHA256_Final(digest, &context);
}

/// The first 16 bytes of SHA-256 over `count` bytes, as two big-endian numbers. Up to 55 bytes fit into one block with
/// their padding (FIPS 180-4 section 5.1.1) and are hashed without the library's buffer.
static inline void packmule_sha256_start(const void *bytes, size_t count, uint64_t *words) {
    SHA256_CTX context;
    SHA256_Init(&context);
    if (count < 56) {
        unsigned char block[64] = {0};
        if (count > 0) memcpy(block, bytes, count);
        block[count] = 0x80;
        block[62] = (unsigned char)(count >> 5);
        block[63] = (unsigned char)(count << 3);
        SHA256_Transform(&context, block);
    } else {
        unsigned char digest[32];
        SHA256_Update(&context, bytes, count);
        SHA256_Final(digest, &context);
    }
    words[0] = (uint64_t)context.h[0] << 32 | context.h[1];
    words[1] = (uint64_t)context.h[2] << 32 | context.h[3];
}

/// Writes the 32 bytes of HMAC with SHA-256; answers 1, or 0 when the library fails. Neither pointer may be null.
static inline int packmule_hmac_sha256(
    const void *key, int keyCount, const unsigned char *bytes, size_t count, unsigned char *code) {
    return HMAC(EVP_sha256(), key, keyCount, bytes, count, code, NULL) != NULL;
}

/// Makes a context of AES-256-GCM with its 32-byte key in place, so that each message sets its nonce alone; null when
/// the library fails. The caller frees it with EVP_CIPHER_CTX_free.
static inline EVP_CIPHER_CTX *packmule_gcm_make(const unsigned char *key) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL);
    int isReady = context && cipher && EVP_EncryptInit_ex(context, cipher, NULL, key, NULL) == 1;
    EVP_CIPHER_free(cipher);
    if (isReady) return context;
    EVP_CIPHER_CTX_free(context);
    return NULL;
}

/// Encrypts `count` bytes, which may stand where the output goes, and writes the 16 bytes of the tag; the nonce has 12
/// bytes. Answers 1, or 0 when the library fails.
static inline int packmule_gcm_seal(
    EVP_CIPHER_CTX *context, const unsigned char *nonce, const unsigned char *associated, int associatedCount,
    const unsigned char *plaintext, int count, unsigned char *ciphertext, unsigned char *tag) {
    int written = 0;
    return EVP_EncryptInit_ex(context, NULL, NULL, NULL, nonce) == 1
        && (associatedCount == 0 || EVP_EncryptUpdate(context, NULL, &written, associated, associatedCount) == 1)
        && (count == 0 || EVP_EncryptUpdate(context, ciphertext, &written, plaintext, count) == 1)
        && EVP_EncryptFinal_ex(context, tag, &written) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1;
}

/// Decrypts `count` bytes, which may stand where the output goes. Answers 1, or 0 when the tag is a wrong one; what was
/// written is then worthless. The final call of this mode writes nothing.
static inline int packmule_gcm_open(
    EVP_CIPHER_CTX *context, const unsigned char *nonce, const unsigned char *associated, int associatedCount,
    const unsigned char *ciphertext, int count, const unsigned char *tag, unsigned char *plaintext) {
    int written = 0;
    unsigned char none[16];
    return EVP_DecryptInit_ex(context, NULL, NULL, NULL, nonce) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, (void *)tag) == 1
        && (associatedCount == 0 || EVP_DecryptUpdate(context, NULL, &written, associated, associatedCount) == 1)
        && (count == 0 || EVP_DecryptUpdate(context, plaintext, &written, ciphertext, count) == 1)
        && EVP_DecryptFinal_ex(context, none, &written) == 1;
}

/// Writes the 32 bytes of SHA-256 over the public key (DER of SubjectPublicKeyInfo) of the first certificate in a text
/// of PEM. Answers 1, or 0 when there is none.
static inline int packmule_certificate_key_sha256(const void *text, int count, unsigned char *digest) {
    BIO *input = BIO_new_mem_buf(text, count);
    X509 *certificate = input ? PEM_read_bio_X509(input, NULL, NULL, NULL) : NULL;
    unsigned char *key = NULL;
    int keyCount = certificate ? i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key) : 0;
    if (keyCount > 0) packmule_sha256(key, (size_t)keyCount, digest);
    OPENSSL_free(key);
    X509_free(certificate);
    BIO_free(input);
    return keyCount > 0;
}

#endif
