"""Makes bodies.tsv, wrapped.tsv and recovery-codes.tsv, from the definitions in Sources/Sealing alone.

Run once with Python's `cryptography` and `cbor2`; the tests read the files and never run this.
All bytes are written as hexadecimal digits.
"""

import hashlib
import pathlib
import random

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

folder = pathlib.Path(__file__).parent
chance = random.Random(20260501)


def derived(secret, salt, info, count=32):
    return HKDF(algorithm=hashes.SHA256(), length=count, salt=salt, info=info).derive(secret)


def padded(content):
    content += b"\x80"
    return content + bytes(-len(content) % 16)


def body_line(name, entity, stamp_time, device, fields):
    key, space, record, nonce = (chance.randbytes(count) for count in (32, 16, 16, 12))
    mask = sum(1 << number for number in fields)
    header = [entity, record, stamp_time, device, mask]
    if 0 in fields:
        header.append(fields[0])
    header = cbor2.dumps(header)
    plain = cbor2.dumps({number: value for number, value in sorted(fields.items()) if number > 0})
    change = cbor2.dumps([entity, record, stamp_time, device, dict(sorted(fields.items()))])
    body_key = derived(key, space, b"packmule body 1" + device.to_bytes(8, "big"))
    body = nonce + AESGCM(body_key).encrypt(nonce, padded(plain), space + header)
    return [name, *(part.hex() for part in (key, space, header, plain, change, nonce, body))]


time = 1_777_636_800_000 << 16
bodies = [
    body_line("one text", 1, time, 0x1234_5678_9ABC_DEF0, {1: "Lisbon"}),
    body_line("content of 15 bytes", 2, time + 1, 77, {3: "twelve bytes"}),
    body_line("content of 16 bytes", 2, time + 2, 77, {3: "thirteen byte"}),
    body_line("a deletion alone", 3, time, (1 << 63) - 1, {0: True}),
    body_line("a restore with fields", 255, (1 << 63) - 1, 1, {0: False, 1: "back", 62: None}),
    body_line(
        "every kind of value", 24, 0, 0xFFFF_FFFF,
        {1: None, 2: True, 3: False, 4: -1, 5: 1 << 40, 23: 1.5, 24: "Zürich 🧳", 61: b"\x00\x80\x00"}),
    body_line("zeros at the end", 4, time, 5, {7: bytes(40)}),
    body_line("five thousand bytes", 4, time, 6, {8: chance.randbytes(5000)}),
]

wrapped = []
for purpose, count, content in (
    ("invitation", 16, 32), ("invitation", 16, 0), ("recovery", 20, 32), ("recovery", 20, 100),
):
    secret, nonce, content, associated = (chance.randbytes(n) for n in (count, 12, content, 16))
    lookup = derived(secret, None, f"packmule {purpose} look-up 1".encode(), 16)
    key = derived(secret, None, f"packmule {purpose} key 1".encode())
    sealed = nonce + AESGCM(key).encrypt(nonce, content, associated)
    wrapped.append([purpose, *(part.hex() for part in (secret, lookup, nonce, content, associated, sealed))])

alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
codes = []
for secret in [bytes(20), bytes([255] * 20), bytes(range(20))] + [chance.randbytes(20) for _ in range(5)]:
    check = hashlib.sha256(b"packmule recovery check 1" + secret).digest()
    bits = f"{int.from_bytes(secret, 'big'):0160b}" + f"{int.from_bytes(check, 'big'):0256b}"[:20]
    characters = "".join(alphabet[int(bits[at:at + 5], 2)] for at in range(0, 180, 5))
    codes.append([secret.hex(), "-".join(characters[at:at + 4] for at in range(0, 36, 4))])

for name, rows in (("bodies", bodies), ("wrapped", wrapped), ("recovery-codes", codes)):
    (folder / f"{name}.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
