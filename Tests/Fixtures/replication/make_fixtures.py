"""Writes the fixtures of replication with cbor2 and hashlib (see README.md)."""

import hashlib
import pathlib
import struct

import cbor2

FOLDER = pathlib.Path(__file__).parent


def write(name, columns, rows):
    lines = ["\t".join(columns)] + ["\t".join(str(cell) for cell in row) for row in rows]
    (FOLDER / name).write_text("\n".join(lines) + "\n")


class Bits(float):
    """A double given by its 8 bytes, written as they are."""

    def __new__(cls, hexadecimal):
        number = float.__new__(cls, struct.unpack(">d", bytes.fromhex(hexadecimal))[0])
        number.raw = bytes.fromhex(hexadecimal)
        return number


def coded(value):
    if isinstance(value, Bits):
        return b"\xfb" + value.raw
    if isinstance(value, float):
        return b"\xfb" + struct.pack(">d", value)
    return cbor2.dumps(value, canonical=True)


def literal(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "bool:" + str(value).lower()
    if isinstance(value, int):
        return f"integer:{value}"
    if isinstance(value, float):
        return "double:" + coded(value)[1:].hex()
    if isinstance(value, str):
        return "text:" + value.encode().hex()
    return "bytes:" + value.hex()


def body(fields):
    """The map from number to value; heads from cbor2, because its canonical form would shorten doubles."""
    head = cbor2.dumps({number: None for number in sorted(fields)}, canonical=True)
    head = head[: len(head) - sum(len(cbor2.dumps(number)) + 1 for number in fields)]
    return head + b"".join(cbor2.dumps(number) + coded(fields[number]) for number in sorted(fields))


def change(entity, record, time, device, fields):
    return b"\x85" + cbor2.dumps(entity) + cbor2.dumps(record) + cbor2.dumps(time) + cbor2.dumps(device) + body(fields)


INTEGERS = [0, 1, 23, 24, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63 - 1]
VALUES = (
    [None, False, True]
    + INTEGERS
    + [~number for number in INTEGERS]
    + [0.0, -0.0, 1.5, 0.1, -273.15, 1e308, 5e-324, float("inf"), float("-inf")]
    + [Bits("7ff8000000000000"), Bits("7ff0000000000001"), Bits("fff8dead0000beef")]
    + ["", "a", "Rucksack", "é", "e\u0301", "日本", "🧳", "\u0001\u007f", "x" * 23, "x" * 24, "x" * 255, "x" * 256]
    + [b"", b"\x00", bytes(range(256)), b"y" * 65536]
)

RECORD = bytes.fromhex("019de368f60070008000000000000001")
OTHER = bytes.fromhex("fedcba98765482109f00ff00ff00ff00")
CHANGES = [
    (1, RECORD, 0, 1, {0: True}),
    (1, RECORD, 1777636800000 << 16, 42, {0: False, 1: "Rome", 2: None, 3: 12}),
    (255, OTHER, 2**63 - 1, 2**63 - 1, {62: b"\x01\x02"}),
    (0, bytes(16), 65536, 2**32, {1: -1, 23: 0.1, 24: "é", 25: True, 62: Bits("7ff0000000000001")}),
    (7, RECORD, (1777636800000 << 16) + 65535, 987654321987654321, {number: number for number in range(1, 63)}),
    (7, RECORD, 24, 23, {0: False, **{number: None for number in range(1, 63)}}),
]

KEYS = [
    (1, ""), (4, "clothes"), (4, "documents"), (4, "gear"), (9, "019de368-f600-7000-8000-000000000001/2026-05-01"),
    (12, "reminders.defaultTime"), (12, "é"), (12, "e\u0301"), (255, "🧳" * 100),
]


def natural(entity, key):
    digest = bytearray(hashlib.sha256(bytes([entity]) + key.encode()).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    return bytes(digest)


CELLS = [
    (1, RECORD, [1], 1777636800000 << 16, 42),
    (1, RECORD, [0, 2, 3, 62], (1777636800000 << 16) + 7, 42),
    (255, OTHER, list(range(63)), 2**63 - 1, 2**63 - 1),
    (0, bytes(16), [0], 0, 1),
]


def cell_word(entity, record, field, time, device):
    message = bytes([entity]) + record + bytes([field]) + time.to_bytes(8, "big") + device.to_bytes(8, "big")
    assert len(message) == 34
    return int.from_bytes(hashlib.sha256(message).digest()[:16], "big")


def running_sums():
    total = 0
    for entity, record, fields, time, device in CELLS:
        total += sum(cell_word(entity, record, field, time, device) for field in fields)
        mask = sum(1 << field for field in fields)
        yield entity, record.hex(), mask, time, device, (total % 2**128).to_bytes(16, "big").hex()


TEXT_MAPS = [
    {}, {"a": ""}, {"b": "2", "a": "1"}, {"Farbe": "blau", "Zip": "ja", "é": "ü", "e\u0301": "🧳", "": "nameless"},
    {"x" * 30: "long name", "y": "short name", "x" * 23: "z" * 300},
]

GOOD_HEAD = "85" + "01" + "50" + RECORD.hex() + "01" + "01"
MALFORMED = [
    # reader, what is wrong, offset, bytes
    ("value", "truncated", 0, ""),
    ("value", "truncated", 1, "18"),
    ("value", "truncated", 2, "1900"),
    ("value", "truncated", 5, "1b00000000"),
    ("value", "truncated", 2, "6261"),
    ("value", "truncated", 9, "5bffffffffffffffff"),
    ("value", "truncated", 9, "7b7fffffffffffffff"),
    ("value", "truncated", 8, "fb3ff80000000000"),
    ("value", "trailingBytes", 1, "f600"),
    ("value", "trailingBytes", 2, "616162"),
    ("value", "notDeterministic", 0, "1817"),
    ("value", "notDeterministic", 0, "1900ff"),
    ("value", "notDeterministic", 0, "1a0000ffff"),
    ("value", "notDeterministic", 0, "1b00000000ffffffff"),
    ("value", "notDeterministic", 0, "3800"),
    ("value", "notDeterministic", 0, "780161"),
    ("value", "notDeterministic", 0, "590001ff"),
    ("value", "notDeterministic", 0, "7f6161ff"),
    ("value", "notDeterministic", 0, "5f4101ff"),
    ("value", "notDeterministic", 0, "1c"),
    ("value", "notDeterministic", 0, "1f"),
    ("value", "outOfRange", 0, "1b8000000000000000"),
    ("value", "outOfRange", 0, "3b8000000000000000"),
    ("value", "invalidText", 0, "61ff"),
    ("value", "invalidText", 0, "62c080"),
    ("value", "invalidText", 0, "63eda080"),
    ("value", "invalidText", 0, "64f4908080"),
    ("value", "invalidText", 0, "61c3"),
    ("value", "nulInText", 0, "6100"),
    ("value", "nulInText", 0, "63610062"),
    ("value", "unexpectedKind", 0, "80"),
    ("value", "unexpectedKind", 0, "a0"),
    ("value", "unexpectedKind", 0, "c000"),
    ("value", "unexpectedKind", 0, "f7"),
    ("value", "unexpectedKind", 0, "e0"),
    ("value", "unexpectedKind", 0, "f820"),
    ("value", "unexpectedKind", 0, "f93e00"),
    ("value", "unexpectedKind", 0, "fa3fc00000"),
    ("value", "unexpectedKind", 0, "ff"),
    ("fields", "wrongLength", 0, "a0"),
    ("fields", "truncated", 1, "a1"),
    ("fields", "truncated", 2, "a101"),
    ("fields", "truncated", 9, "bbffffffffffffffff"),
    ("fields", "truncated", 5, "ba00010000"),
    ("fields", "wrongLength", 0, "b840" + "".join(f"{number:02x}f6" for number in range(64))),
    ("fields", "notDeterministic", 0, "bf01f6ff"),
    ("fields", "notDeterministic", 0, "b80101f6"),
    ("fields", "duplicateKey", 3, "a201f601f6"),
    ("fields", "unsortedKeys", 3, "a202f601f6"),
    ("fields", "unsortedKeys", 4, "a21818f617f6"),
    ("fields", "outOfRange", 1, "a1183ff6"),
    ("fields", "unexpectedKind", 1, "a120f6"),
    ("fields", "unexpectedKind", 1, "a16161f6"),
    ("fields", "unexpectedKind", 2, "a100f6"),
    ("fields", "unexpectedKind", 2, "a10001"),
    ("fields", "unexpectedKind", 2, "a10180"),
    ("fields", "trailingBytes", 3, "a101f6f6"),
    ("fields", "unexpectedKind", 0, "8101"),
    ("change", "wrongLength", 0, "84" + GOOD_HEAD[2:]),
    ("change", "wrongLength", 0, "86" + GOOD_HEAD[2:] + "a101f6f6"),
    ("change", "outOfRange", 1, "85190100" + GOOD_HEAD[4:] + "a101f6"),
    ("change", "wrongLength", 2, "85014f" + RECORD.hex()[2:] + "0101a101f6"),
    ("change", "wrongLength", 2, "850151" + RECORD.hex() + "000101a101f6"),
    ("change", "outOfRange", 19, "850150" + RECORD.hex() + "1b8000000000000000" + "01a101f6"),
    ("change", "unexpectedKind", 19, "850150" + RECORD.hex() + "20" + "01a101f6"),
    ("change", "outOfRange", 20, "850150" + RECORD.hex() + "01" + "00a101f6"),
    ("change", "outOfRange", 20, "850150" + RECORD.hex() + "01" + "1b8000000000000000a101f6"),
    ("change", "unexpectedKind", 20, "850150" + RECORD.hex() + "01" + "f6a101f6"),
    ("change", "wrongLength", 21, GOOD_HEAD + "a0"),
    ("change", "trailingBytes", 24, GOOD_HEAD + "a101f600"),
    ("textMap", "duplicateKey", 4, "a2616160616160"),
    ("textMap", "unsortedKeys", 4, "a2616260616160"),
    ("textMap", "unsortedKeys", 5, "a262616160616260"),
    ("textMap", "unexpectedKind", 1, "a10160"),
    ("textMap", "unexpectedKind", 3, "a1616101"),
    ("textMap", "nulInText", 1, "a1610060"),
    ("textMap", "trailingBytes", 1, "a000"),
]

write("values.tsv", ["value", "coded"], [(literal(value), coded(value).hex()) for value in VALUES])
write(
    "changes.tsv", ["entity", "record", "time", "device", "fields", "body", "coded"],
    [
        (
            entity, record.hex(), time, device,
            ",".join(f"{number}={literal(fields[number])}" for number in sorted(fields)),
            body(fields).hex(), change(entity, record, time, device, fields).hex(),
        )
        for entity, record, time, device, fields in CHANGES
    ])
write(
    "natural-keys.tsv", ["entity", "key", "record"],
    [(entity, key.encode().hex(), natural(entity, key).hex()) for entity, key in KEYS])
write("equality-sums.tsv", ["entity", "record", "mask", "time", "device", "sum so far"], running_sums())
write(
    "text-maps.tsv", ["entries", "coded"],
    [
        (
            ",".join(
                f"{name.encode().hex()}={entries[name].encode().hex()}"
                for name in sorted(entries, key=lambda name: name.encode())),
            cbor2.dumps(entries, canonical=True).hex(),
        )
        for entries in TEXT_MAPS
    ])
write("malformed.tsv", ["reader", "what is wrong", "offset", "bytes"], MALFORMED)
