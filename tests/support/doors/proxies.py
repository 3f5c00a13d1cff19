"""Debian's caddy and nginx in front of the browser door, set up as the README says, with a certificate of their own."""

import asyncio
import re
import shutil
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from support.doors.running import until
from support.doors.web import WEB_NAME

README = Path(__file__).parents[3] / "README.md"
PROXIES = {name: path for name in ("caddy", "nginx") if (path := shutil.which(name, path="/usr/sbin:/usr/bin:/bin"))}
"""Those that are installed."""
CADDY = """
{{
    admin off
    auto_https disable_redirects
    local_certs
    skip_install_trust
    storage file_system {folder}
}}
{recipe}
"""
NGINX = """
daemon off; worker_processes 1; pid {folder}/pid; error_log stderr;
events {{ worker_connections 100; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {folder}/certificate.pem;
        ssl_certificate_key {folder}/key.pem;
        {recipe}
    }}
}}
"""


class RunningProxy(NamedTuple):
    """A proxy, and where a browser finds the page behind it."""

    page: str
    certificate: Path


def recipe(beginning: str) -> str:
    """Return the block of the README that begins so."""
    blocks = re.findall(r"^```\n(.*?)^```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    (found,) = (block for block in blocks if block.startswith(beginning))
    return str(found)


@asynccontextmanager
async def in_front_of(door: str, name: str, folder: Path) -> AsyncIterator[RunningProxy]:
    """Run a proxy with the README's recipe; only ports, and where certificates come from, are the test's."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command, certificate = (_caddy if name == "caddy" else _nginx)(door, port, folder)
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(PROXIES[name], *command, stdout=log, stderr=log)
    try:
        await until(lambda: _answers(port, certificate))
        yield RunningProxy(f"https://{WEB_NAME}:{port}", certificate)
    finally:
        process.terminate()
        await process.wait()


def _answers(port: int, certificate: Path) -> bool:
    """Say whether the proxy is there and has its certificate."""
    try:
        trusting = ssl.create_default_context(cafile=str(certificate))
        with (
            socket.create_connection(("127.0.0.1", port)) as plain,
            trusting.wrap_socket(plain, server_hostname=WEB_NAME),
        ):
            return True
    except OSError:
        return False


def _caddy(door: str, port: int, folder: Path) -> tuple[list[str], Path]:
    block = recipe(f"{WEB_NAME} {{").replace(WEB_NAME, f"{WEB_NAME}:{port}").replace("127.0.0.1:1680", door)
    (folder / "Caddyfile").write_text(CADDY.format(folder=folder, recipe=block))
    command = ["run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    return command, folder / "pki" / "authorities" / "local" / "root.crt"


def _nginx(door: str, port: int, folder: Path) -> tuple[list[str], Path]:
    block = recipe("location / {").replace("127.0.0.1:1680", door)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port, recipe=block))
    _write_certificate(folder)
    return ["-c", str(folder / "nginx.conf"), "-e", "stderr"], folder / "certificate.pem"


def _write_certificate(folder: Path) -> None:
    """Write a certificate that nobody else has signed."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, WEB_NAME)])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(WEB_NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "key.pem").write_bytes(private)


class Here(AbstractResolver):
    """Find every name on this machine."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        here = ResolveResult(hostname=host, host="127.0.0.1", port=port, family=socket.AF_INET, proto=0, flags=0)
        return [here]

    async def close(self) -> None:
        pass


@asynccontextmanager
async def browser_before(proxy: RunningProxy, address: str) -> AsyncIterator[aiohttp.ClientSession]:
    """As much of a browser as keeps cookies and trusts the proxy's certificate; it comes from an address of ours."""
    trusting = ssl.create_default_context(cafile=str(proxy.certificate))
    connector = aiohttp.TCPConnector(local_addr=(address, 0), ssl=trusting, resolver=Here())
    async with aiohttp.ClientSession(connector=connector) as session:
        yield session
