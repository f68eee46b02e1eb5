"""Receives deliveries as a provider would. Written only from docs/delivery.md.

Uses only Python's standard library and the openssl command, and no code of the product. Checks the signatures of a message,
decrypts the message, and writes its content.

usage: receiver.py PRIVATE_KEY.pem SENDER_KEYS.json PROVIDER_ID NOW [SECRET ...] < message.json > content.json
NOW is the time on the receiver's clock in Unix seconds; message.json is {"headers": {...}, "body": "..."}.
Without a SECRET, the message is a delivery exported as a file, which has no headers.
"""

import base64
import hashlib
import hmac
import json
import subprocess
import sys
import tempfile

TOLERANCE_SECONDS = 300


def openssl(arguments, data):
    return subprocess.run(["openssl", *arguments], input=data, capture_output=True, check=True).stdout


def check_signature(headers, body, secrets, now):
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        raise SystemExit("the message is too old, or from the future")
    signed = f"{message_id}.{timestamp}.{body}".encode()
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        for signature in headers["webhook-signature"].split(" "):
            version, _, value = signature.partition(",")
            if version == "v1" and hmac.compare_digest(value, expected):
                return
    raise SystemExit("no signature fits")


def base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def multiply(x, y):
    """Returns the product of two blocks in GCM's field GF(2^128) (NIST SP 800-38D, section 6.3)."""
    product = 0
    for bit in range(127, -1, -1):
        if x >> bit & 1:
            product ^= y
        y = y >> 1 ^ (0xE1 << 120 if y & 1 else 0)
    return product


def ghash(key, *parts):
    value = 0
    for part in parts:
        for start in range(0, len(part), 16):
            value = multiply(value ^ int.from_bytes(part[start : start + 16].ljust(16, b"\0"), "big"), key)
    return value


def open_gcm(key, iv, associated, ciphertext, tag):
    """Decrypts AES-256-GCM with openssl's CTR and ECB modes, because the openssl command does not support GCM."""
    encrypt = ["enc", "-aes-256-ecb", "-nopad", "-K", key.hex()]
    first_counter = iv + b"\0\0\0\1"
    blocks = openssl(encrypt, bytes(16) + first_counter)
    lengths = (len(associated) * 8).to_bytes(8, "big") + (len(ciphertext) * 8).to_bytes(8, "big")
    hashed = ghash(int.from_bytes(blocks[:16], "big"), associated, ciphertext, lengths)
    expected = hashed ^ int.from_bytes(blocks[16:], "big")
    if not hmac.compare_digest(expected.to_bytes(16, "big"), tag):
        raise SystemExit("the tag does not fit")
    counter = (iv + b"\0\0\0\2").hex()
    return openssl(["enc", "-d", "-aes-256-ctr", "-K", key.hex(), "-iv", counter], ciphertext)


def open_jwe(body, private_key):
    protected, encrypted_key, iv, ciphertext, tag = body.split(".")
    header = json.loads(base64url(protected))
    if (header["alg"], header["enc"], header["cty"]) != ("RSA-OAEP-256", "A256GCM", "application/jose"):
        raise SystemExit("another algorithm or content than agreed")
    padding = ["rsa_padding_mode:oaep", "rsa_oaep_md:sha256", "rsa_mgf1_md:sha256"]
    options = [part for option in padding for part in ("-pkeyopt", option)]
    key = openssl(["pkeyutl", "-decrypt", "-inkey", private_key, *options], base64url(encrypted_key))
    return open_gcm(key, base64url(iv), protected.encode(), base64url(ciphertext), base64url(tag))


def der(tag, content):
    return bytes([tag, len(content)]) + content


def der_integer(number):
    value = number.lstrip(b"\0") or b"\0"
    return der(2, b"\0" + value if value[0] & 0x80 else value)


# The DER bytes before the point in a P-256 public key (RFC 5480).
P256_HEAD = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d030107034200")


def is_signed(signed, signature, key):
    """Verifies an ES256 signature (RFC 7518, section 3.4) with openssl, which needs the key and the signature in DER."""
    point = b"\4" + base64url(key["x"]) + base64url(key["y"])
    in_der = der(0x30, der_integer(signature[:32]) + der_integer(signature[32:]))
    with tempfile.NamedTemporaryFile() as key_file, tempfile.NamedTemporaryFile() as signature_file:
        key_file.write(P256_HEAD + point)
        key_file.flush()
        signature_file.write(in_der)
        signature_file.flush()
        verify = ["-verify", key_file.name, "-keyform", "DER", "-signature", signature_file.name]
        done = subprocess.run(["openssl", "dgst", "-sha256", *verify], input=signed, capture_output=True)
        return done.returncode == 0


def open_jws(jws, sender_keys, provider_id):
    protected, payload, signature = jws.split(".")
    header = json.loads(base64url(protected))
    if (header["alg"], header["typ"]) != ("ES256", "delivery+jws"):
        raise SystemExit("another signature than agreed")
    keys = [key for key in sender_keys["keys"] if key["kid"] == header["kid"]]
    if not keys:
        raise SystemExit("the sender has no such key")
    if not is_signed(f"{protected}.{payload}".encode(), base64url(signature), keys[0]):
        raise SystemExit("the sender did not sign it")
    if header["aud"] != provider_id:
        raise SystemExit("it was sent to somebody else")
    return base64url(payload)


def main():
    private_key, sender_keys, provider_id, now, *secrets = sys.argv[1:]
    message = json.load(sys.stdin)
    headers, body = message["headers"], message["body"]
    if secrets:
        check_signature(headers, body, secrets, int(now))
    with open(sender_keys) as file:
        content = open_jws(open_jwe(body, private_key).decode(), json.load(file), provider_id)
    if "webhook-id" in headers and json.loads(content)["id"] != headers["webhook-id"]:
        raise SystemExit("another delivery than its id says")
    sys.stdout.buffer.write(content)


if __name__ == "__main__":
    main()
