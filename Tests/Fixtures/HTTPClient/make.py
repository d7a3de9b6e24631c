"""Makes certificate.pem, key.pem and pin.txt: a server's certificate that nobody trusts, for tests alone.

Run once with Python's `cryptography`; the tests read the files and never run this.
"""

import datetime
import hashlib
import ipaddress
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

folder = pathlib.Path(__file__).parent
key = ec.generate_private_key(ec.SECP256R1())
name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Packmule test server")])
certificate = (
    x509.CertificateBuilder()
    .subject_name(name)
    .issuer_name(name)
    .public_key(key.public_key())
    .serial_number(1)
    .not_valid_before(datetime.datetime(2026, 1, 1))
    .not_valid_after(datetime.datetime(2126, 1, 1))
    .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
    .sign(key, hashes.SHA256())
)
public = key.public_key().public_bytes(
    serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
(folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
(folder / "key.pem").write_bytes(
    key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
(folder / "pin.txt").write_text(hashlib.sha256(public).hexdigest() + "\n")
