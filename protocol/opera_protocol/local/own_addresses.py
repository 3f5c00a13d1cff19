"""The addresses of this machine at which others may find it, and the lines on which it is announced."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import ifaddr


def local_addresses() -> list[str]:
    """Return the addresses, those of IPv4 first; not loopback, nor those that count only on one line (fe80::)."""
    found = [ip_address(_text(ip)) for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    usable = [address for address in found if not address.is_loopback and not _is_bound_to_line(address)]
    return [str(address) for address in dict.fromkeys(sorted(usable, key=lambda address: address.version))]


def lines_for_announcing() -> list[str | int]:
    """Return the lines of this machine but loopback, as zeroconf wants them: IPv4 addresses, and numbers for IPv6."""
    lines: list[str | int] = []
    for adapter in ifaddr.get_adapters():
        outer = [ip for ip in adapter.ips if not ip_address(_text(ip)).is_loopback]
        lines += [_text(ip) for ip in outer if ip.is_IPv4]
        if adapter.index is not None and not all(ip.is_IPv4 for ip in outer):
            lines.append(adapter.index)
    return lines


def _text(ip: ifaddr.IP) -> str:
    return str(ip.ip) if ip.is_IPv4 else str(ip.ip[0])


def _is_bound_to_line(address: IPv4Address | IPv6Address) -> bool:
    return isinstance(address, IPv6Address) and address.is_link_local
