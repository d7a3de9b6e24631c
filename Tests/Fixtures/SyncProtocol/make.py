"""Writes the fixtures of the protocol with cbor2, hashlib and cryptography (see README.md)."""

import base64
import hashlib
import pathlib

import cbor2
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

FOLDER = pathlib.Path(__file__).parent
SEALED, OPEN = 1, 0
NOW = 1_800_000_000_000
LATEST = (1 << 47) - 1
GREATEST = (1 << 63) - 1


def write(name, columns, rows):
    lines = ["\t".join(columns)] + ["\t".join(row) for row in rows]
    (FOLDER / name).write_text("\n".join(lines) + "\n")


def coded(value):
    return cbor2.dumps(value, canonical=True)


def sample(label, count):
    """Bytes that nothing follows from."""
    return hashlib.sha256(label.encode()).digest()[:count]


def stamp_time(milliseconds, counter=0):
    return milliseconds << 16 | counter


def mask(*fields):
    return sum(1 << field for field in fields)


SPACE = bytes.fromhex("0198f2a15c3e7a449d102f6b8c1e4a77")
SPACE_KEY = bytes(range(0x20, 0x40))
TOKEN = bytes(range(0x20))
TOKEN_HASH = hashlib.sha256(TOKEN).digest()
OTHER_HASH = hashlib.sha256(sample("another token", 32)).digest()
TRIP = bytes.fromhex("0198f2a1600070008000000000000001")
OTHER_TRIP = bytes.fromhex("0198f2a1600070008000000000000002")
NUMBER = 0x1F2E3D4C5B6A7988
OTHER_NUMBER = 0x0102030405060708
LOOKUP = sample("lookup", 16)
SECRET = bytes(range(0xF0, 0x100))
PIN = hashlib.sha256(b"the public key of a certificate").digest()
WRAPPED = sample("wrapped", 32) + sample("key", 28)


def derived(secret, info, salt=b"", length=32):
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


def body_key(number):
    return derived(SPACE_KEY, b"packmule body 1" + number.to_bytes(8, "big"), salt=SPACE)


def sealed(header, fields, label):
    """A body: nonce, ciphertext, tag; the fields padded by 80 and zeros to a multiple of 16 bytes."""
    nonce = sample(label, 12)
    plain = coded(fields) + b"\x80"
    plain += bytes(-len(plain) % 16)
    return nonce + AESGCM(body_key(header[3])).encrypt(nonce, plain, SPACE + coded(header))


def equality_sum(*headers):
    total = 0
    for header in headers:
        entity, record, time, number, bits = header[:5]
        for field in range(63):
            if bits >> field & 1:
                cell = bytes([entity]) + record + bytes([field]) + time.to_bytes(8, "big") + number.to_bytes(8, "big")
                total += int.from_bytes(hashlib.sha256(cell).digest()[:16], "big")
    return (total % (1 << 128)).to_bytes(16, "big")


def digest(devices):
    return hashlib.sha256(coded([device[:4] for device in devices])).digest()[:8]


# The worked exchange of docs/protocol.md: one device offers a trip, another one reads it.
HEADER = [1, TRIP, stamp_time(NOW), NUMBER, mask(2, 3, 5)]
FIELDS = {2: "Bergen", 3: "NO", 5: 4}
BODY = sealed(HEADER, FIELDS, "nonce of the worked exchange")
DEVICE = [TOKEN_HASH, b"", [NUMBER], False, NOW - 60_000, NOW]
OTHER_DEVICE = [OTHER_HASH, sample("name", 44), [OTHER_NUMBER, 9], True, NOW - 120_000, 0]
DEVICES = sorted([DEVICE, OTHER_DEVICE])
SUM = equality_sum(HEADER)
HORIZON = NOW - 90 * 86_400_000
CURSOR = [1, 0xCAFE1234, 0]
ATTEMPT = 0x0123456789ABCDEF

DELETION = [1, OTHER_TRIP, stamp_time(NOW, 1), NUMBER, mask(0), True]
RESTORE = [1, OTHER_TRIP, stamp_time(NOW, 0xFFFF), OTHER_NUMBER, mask(0, 2, 62), False]
LAST = [255, bytes([255]) * 16, GREATEST, GREATEST, (1 << 63) - 2]
KEY = [1, TRIP, stamp_time(NOW), NUMBER]


def request(cursor=(0, 0, 0), known=(0,), attempt=0, zero=False, damaged=(), changes=(), number=NUMBER, version=1):
    return [version, number, list(cursor), list(known), attempt, zero, list(damaged), list(changes)]


def page(outcomes=(), rows=(), cursor=tuple(CURSOR), head=None, mode=SEALED, time=NOW, version=1):
    return [version, mode, time, 0, list(outcomes), list(rows), list(cursor), head]


def head(total=SUM, wanted=()):
    return [total, HORIZON, digest([DEVICE]), list(wanted)]


WORKED = {
    "worked-push": ("exchange-request", request(attempt=ATTEMPT, changes=[[HEADER, BODY]])),
    "worked-stored": ("exchange-answer", page([0], head=head())),
    "worked-read": ("exchange-request", request(number=OTHER_NUMBER, zero=True)),
    "worked-row": ("exchange-answer", page(rows=[[HEADER, BODY, mask(2, 3, 5), 0]], head=head())),
}

MESSAGES = [(message, name, value) for name, (message, value) in WORKED.items()] + [
    ("exchange-request", "nothing-new", request(CURSOR, [ATTEMPT])),
    ("exchange-request", "attempts", request((5, 7, 3), [0, ATTEMPT, GREATEST], GREATEST, changes=[[DELETION, b""]])),
    ("exchange-request", "damaged", request(((1 << 40) - 1, (1 << 32) - 1, (1 << 40) - 1), [1], damaged=[KEY])),
    ("exchange-request", "deletion-and-restore", request(
        CURSOR, [1], 2, changes=[[DELETION, sealed(DELETION, {}, "deletion")], [RESTORE, sample("body", 30)]])),
    ("exchange-request", "greatest", request(CURSOR, [1], 2, changes=[[LAST, bytes(300)]])),
    ("exchange-request", "most-attempts", request(CURSOR, range(1, 66))),
    ("exchange-answer", "empty", page(cursor=(0, 0, 0), head=head(bytes(16)))),
    ("exchange-answer", "more", page(rows=[[RESTORE, b"body", mask(2), 7]], cursor=(23, 24, 255))),
    ("exchange-answer", "outcomes", page([0, 1, 2, [3, 1, 600], [3, 0, 0], [4, 1], [4, 0]], head=head())),
    ("exchange-answer", "wanted", page(head=head(wanted=[KEY, [0, OTHER_TRIP, 0, 1]]))),
    ("exchange-answer", "open", page(rows=[[HEADER, coded(FIELDS), mask(5), OTHER_NUMBER]], mode=OPEN, head=head())),
    ("exchange-answer", "foreign", [1, SEALED, NOW, 1, 0]),
    ("exchange-answer", "foreign-number", [1, SEALED, NOW, 1, GREATEST]),
    ("exchange-answer", "expired", [1, OPEN, LATEST, 2, ATTEMPT]),
    ("watch-request", "longest", [1, NUMBER, CURSOR, 300]),
    ("watch-request", "shortest", [1, 1, [0, 0, 0], 1]),
    ("watch-answer", "changed", [1, True]),
    ("watch-answer", "time-over", [1, False]),
    ("claim-request", "sealed", [1, LOOKUP, TOKEN_HASH, NUMBER, SEALED, SPACE]),
    ("claim-request", "open", [1, LOOKUP, TOKEN_HASH, NUMBER, OPEN, SPACE]),
    ("join-request", "join", [1, LOOKUP, TOKEN_HASH, NUMBER]),
    ("join-answer", "claimed", [1, OPEN, NOW, SPACE, b""]),
    ("join-answer", "joined", [1, SEALED, NOW, SPACE, WRAPPED]),
    ("join-answer", "longest", [1, SEALED, 0, SPACE, bytes(256)]),
    ("invitation-request", "invitation", [1, 0, hashlib.sha256(LOOKUP).digest(), WRAPPED]),
    ("invitation-request", "recovery", [1, 1, hashlib.sha256(LOOKUP).digest(), WRAPPED]),
    ("invitation-answer", "quarter-of-an-hour", [1, NOW + 900_000]),
    ("invitation-answer", "for-ever", [1, 0]),
    ("devices-request", "ask", [1, 0, []]),
    ("devices-request", "bring", [1, 0, DEVICES]),
    ("devices-request", "rename", [1, 1, TOKEN_HASH, sample("name", 44)]),
    ("devices-request", "revoke", [1, 2, TOKEN_HASH]),
    ("device-list", "none", [1, []]),
    ("device-list", "two", [1, DEVICES]),
    ("device-list", "most-numbers", [1, [[TOKEN_HASH, bytes(512), list(range(1, 17)), False, 0, LATEST]]]),
    ("error-body", "unauthorized", [1, "unauthorized", 0]),
    ("error-body", "storage-full", [1, "storage-full", (1 << 64) - 1]),
]


def devices_many(count):
    return [[index.to_bytes(32, "big"), b"", [], False, 0, 0] for index in range(count)]


REQUEST, ANSWER = coded(WORKED["worked-push"][1]), coded(WORKED["worked-row"][1])
ROW = [HEADER, BODY, mask(2, 3, 5), 0]
REFUSED = [
    ("exchange-request", "version-2", "version", coded(request(version=2))),
    ("exchange-request", "version-0", "version", coded(request(version=0))),
    ("exchange-request", "version-2-of-another-form", "version", coded([2, "anything"])),
    ("exchange-request", "empty", "truncated", b""),
    ("exchange-request", "half", "truncated", REQUEST[: len(REQUEST) // 2]),
    ("exchange-request", "trailing-byte", "trailingBytes", REQUEST + b"\x00"),
    ("exchange-request", "map", "unexpectedKind", coded({1: 2})),
    ("exchange-request", "indefinite-array", "notDeterministic", b"\x9f" + REQUEST[1:] + b"\xff"),
    ("exchange-request", "long-version", "notDeterministic", b"\x88\x18\x01" + REQUEST[2:]),
    ("exchange-request", "long-array", "notDeterministic", b"\x98\x08" + REQUEST[1:]),
    ("exchange-request", "seven-elements", "wrongLength", coded(request()[:7])),
    ("exchange-request", "nine-elements", "wrongLength", coded(request() + [0])),
    ("exchange-request", "number-0", "outOfRange", coded(request(number=0))),
    ("exchange-request", "number-of-64-bits", "outOfRange", coded(request(number=1 << 63))),
    ("exchange-request", "number-negative", "unexpectedKind", coded(request(number=-1))),
    ("exchange-request", "sequence-of-41-bits", "outOfRange", coded(request((1 << 40, 0, 0)))),
    ("exchange-request", "tag-of-33-bits", "outOfRange", coded(request((1, 1 << 32, 0)))),
    ("exchange-request", "tag-before-the-first", "outOfRange", coded(request((0, 1, 0)))),
    ("exchange-request", "base-of-41-bits", "outOfRange", coded(request((1, 1, 1 << 40)))),
    ("exchange-request", "cursor-of-two", "wrongLength", coded(request((1, 1)))),
    ("exchange-request", "no-known-attempt", "wrongLength", coded(request(known=[]))),
    ("exchange-request", "66-attempts", "tooLong", coded(request(known=range(66)))),
    ("exchange-request", "attempt-of-64-bits", "outOfRange", coded(request(attempt=1 << 63, changes=[[HEADER, b""]]))),
    ("exchange-request", "attempt-without-changes", "outOfRange", coded(request(attempt=1))),
    ("exchange-request", "changes-without-attempt", "outOfRange", coded(request(changes=[[HEADER, b""]]))),
    ("exchange-request", "changes-from-zero", "outOfRange", coded(
        request(attempt=1, zero=True, changes=[[HEADER, b""]]))),
    ("exchange-request", "zero-for-false", "unexpectedKind", coded([1, NUMBER, [0, 0, 0], [0], 0, 0, [], []])),
    ("exchange-request", "101-damaged", "tooLong", coded(request(damaged=[KEY] * 101))),
    ("exchange-request", "body-as-text", "unexpectedKind", coded(request(attempt=1, changes=[[HEADER, "body"]]))),
    ("exchange-request", "entity-256", "outOfRange", coded(request(attempt=1, changes=[[[256] + HEADER[1:], b""]]))),
    ("exchange-request", "record-of-15-bytes", "wrongLength", coded(
        request(attempt=1, changes=[[[1, TRIP[:15]] + HEADER[2:], b""]]))),
    ("exchange-request", "time-beyond-range", "outOfRange", coded(
        request(attempt=1, changes=[[[1, TRIP, 1 << 63, NUMBER, 2], b""]]))),
    ("exchange-request", "stamp-of-number-0", "outOfRange", coded(
        request(attempt=1, changes=[[[1, TRIP, 1, 0, 2], b""]]))),
    ("exchange-request", "mask-empty", "outOfRange", coded(request(attempt=1, changes=[[[1, TRIP, 1, 1, 0], b""]]))),
    ("exchange-request", "field-63", "outOfRange", coded(
        request(attempt=1, changes=[[[1, TRIP, 1, 1, 1 << 63], b""]]))),
    ("exchange-request", "deletion-missing", "outOfRange", coded(
        request(attempt=1, changes=[[[1, TRIP, 1, 1, 3], b""]]))),
    ("exchange-request", "deletion-without-field-0", "outOfRange", coded(
        request(attempt=1, changes=[[[1, TRIP, 1, 1, 2, True], b""]]))),
    ("exchange-request", "deletion-null", "unexpectedKind", coded(
        request(attempt=1, changes=[[[1, TRIP, 1, 1, 3, None], b""]]))),
    ("exchange-request", "header-of-seven", "wrongLength", coded(
        request(attempt=1, changes=[[[1, TRIP, 1, 1, 3, True, 0], b""]]))),
    ("exchange-answer", "version-2", "version", coded(page(version=2))),
    ("exchange-answer", "trailing-byte", "trailingBytes", ANSWER + b"\xf6"),
    ("exchange-answer", "mode-2", "outOfRange", coded(page(mode=2))),
    ("exchange-answer", "time-of-48-bits", "outOfRange", coded(page(time=1 << 47))),
    ("exchange-answer", "verdict-3", "outOfRange", coded([1, 1, NOW, 3, 0])),
    ("exchange-answer", "foreign-of-eight", "wrongLength", coded([1, 1, NOW, 1, 0, 0, 0, 0])),
    ("exchange-answer", "foreign-that-claims-eight", "wrongLength", b"\x88" + coded([1, 1, NOW, 1, 99999999])[1:]),
    ("exchange-answer", "page-of-five", "wrongLength", coded([1, 1, NOW, 0, []])),
    ("exchange-answer", "last-of-64-bits", "outOfRange", coded([1, 1, NOW, 2, 1 << 63])),
    ("exchange-answer", "5001-outcomes", "tooLong", coded(page([0] * 5001))),
    ("exchange-answer", "stored-as-array", "wrongLength", coded(page([[0]]))),
    ("exchange-answer", "stored-with-more", "wrongLength", coded(page([[0, 1]]))),
    ("exchange-answer", "later-without-time", "wrongLength", coded(page([[3, 1]]))),
    ("exchange-answer", "refused-without-reason", "wrongLength", coded(page([4]))),
    ("exchange-answer", "outcome-of-four", "wrongLength", coded(page([[9, 1, 1, 1]]))),
    ("exchange-answer", "outcome-of-none", "wrongLength", coded(page([[]]))),
    ("exchange-answer", "outcome-of-33-bits", "outOfRange", coded(page([1 << 32]))),
    ("exchange-answer", "owned-none", "outOfRange", coded(page(rows=[[HEADER, BODY, 0, 0]]))),
    ("exchange-answer", "owned-beyond-the-header", "outOfRange", coded(page(rows=[[HEADER, BODY, mask(2, 4), 0]]))),
    ("exchange-answer", "pusher-is-the-writer", "outOfRange", coded(page(rows=[[HEADER, BODY, mask(2), NUMBER]]))),
    ("exchange-answer", "pusher-of-64-bits", "outOfRange", coded(page(rows=[[HEADER, BODY, mask(2), 1 << 63]]))),
    ("exchange-answer", "row-of-three", "wrongLength", coded(page(rows=[ROW[:3]]))),
    ("exchange-answer", "head-false", "unexpectedKind", coded(page(head=False))),
    ("exchange-answer", "sum-of-15-bytes", "wrongLength", coded(page(head=head(bytes(15))))),
    ("exchange-answer", "digest-of-9-bytes", "wrongLength", coded(page(head=[SUM, 0, bytes(9), []]))),
    ("exchange-answer", "101-wanted", "tooLong", coded(page(head=head(wanted=[KEY] * 101)))),
    ("watch-request", "0-seconds", "outOfRange", coded([1, NUMBER, CURSOR, 0])),
    ("watch-request", "301-seconds", "outOfRange", coded([1, NUMBER, CURSOR, 301])),
    ("watch-answer", "one-for-true", "unexpectedKind", coded([1, 1])),
    ("claim-request", "mode-2", "outOfRange", coded([1, LOOKUP, TOKEN_HASH, NUMBER, 2, SPACE])),
    ("claim-request", "lookup-of-15-bytes", "wrongLength", coded([1, LOOKUP[:15], TOKEN_HASH, NUMBER, 1, SPACE])),
    ("join-request", "hash-of-31-bytes", "wrongLength", coded([1, LOOKUP, TOKEN_HASH[:31], NUMBER])),
    ("join-answer", "wrapped-of-257-bytes", "tooLong", coded([1, 1, NOW, SPACE, bytes(257)])),
    ("invitation-request", "kind-2", "outOfRange", coded([1, 2, bytes(32), b""])),
    ("invitation-answer", "negative", "unexpectedKind", coded([1, -1])),
    ("devices-request", "form-3", "outOfRange", coded([1, 3, TOKEN_HASH])),
    ("devices-request", "revoke-with-name", "wrongLength", coded([1, 2, TOKEN_HASH, b""])),
    ("devices-request", "rename-without-name", "wrongLength", coded([1, 1, TOKEN_HASH])),
    ("devices-request", "unsorted", "unsortedKeys", coded([1, 0, DEVICES[::-1]])),
    ("devices-request", "name-of-513-bytes", "tooLong", coded([1, 1, TOKEN_HASH, bytes(513)])),
    ("device-list", "twice", "unsortedKeys", coded([1, [DEVICE, DEVICE]])),
    ("device-list", "257-devices", "tooLong", coded([1, devices_many(257)])),
    ("device-list", "17-numbers", "tooLong", coded([1, [[TOKEN_HASH, b"", list(range(1, 18)), False, 0, 0]]])),
    ("device-list", "number-0", "outOfRange", coded([1, [[TOKEN_HASH, b"", [0], False, 0, 0]]])),
    ("error-body", "unknown-code", "outOfRange", coded([1, "no-such-code", 0])),
    ("error-body", "code-not-utf-8", "invalidText", b"\x83\x01\x61\xff\x00"),
    ("error-body", "code-with-zero", "nulInText", b"\x83\x01\x61\x00\x00"),
]

write("messages.tsv", ["message", "name", "bytes"], [(m, n, coded(value).hex()) for m, n, value in MESSAGES])
write("refused.tsv", ["message", "name", "reason", "bytes"], [(m, n, r, c.hex()) for m, n, r, c in REFUSED])
write("values.tsv", ["name", "bytes"], [
    ("token-hash", TOKEN_HASH.hex()),
    ("body-key", body_key(NUMBER).hex()),
    ("header", coded(HEADER).hex()),
    ("fields", coded(FIELDS).hex()),
    ("body", BODY.hex()),
    ("cell-words", b"".join(equality_sum(HEADER[:4] + [mask(field)]) for field in (2, 3, 5)).hex()),
    ("sum", SUM.hex()),
    ("digest-of-one", digest([DEVICE]).hex()),
    ("digest-of-two", digest(DEVICES).hex()),
    ("lookup-of-claim", derived(SECRET, b"packmule claim look-up 1", length=16).hex()),
    ("lookup-of-invitation", derived(SECRET, b"packmule invitation look-up 1", length=16).hex()),
])


def base64url(content):
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


write("links.tsv", ["text", "kind", "origin", "secret", "pin"], [
    (f"https://packmule.example.org/#c.{base64url(SECRET)}", "c", "https://packmule.example.org", SECRET.hex(), ""),
    (f"https://packmule.example.org:8443/#i.{base64url(SECRET)}.{base64url(PIN)}", "i",
        "https://packmule.example.org:8443", SECRET.hex(), PIN.hex()),
    (f"http://127.0.0.1:8080/#i.{base64url(bytes(16))}", "i", "http://127.0.0.1:8080", bytes(16).hex(), ""),
    (f"https://[2001:db8::1]/#i.{base64url(sample('secret', 16))}", "i", "https://[2001:db8::1]",
        sample("secret", 16).hex(), ""),
])
write("base64url.tsv", ["bytes", "text"], [
    (sample("bytes", count).hex(), base64url(sample("bytes", count))) for count in range(1, 33)
])
