import { BlockList, isIPv6 } from 'node:net'

const addresses = new BlockList()
addresses.addSubnet('127.0.0.0', 8, 'ipv4')
addresses.addAddress('::1', 'ipv6')

/**
 * Returns whether a host name or address can only be this machine: `localhost`, 127.0.0.0/8 and ::1, an IPv6 address
 * also in brackets as in URLs. A text that only begins like an address, such as `127.example.com`, is a name that its
 * owner can resolve to any address.
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || addresses.check(name, isIPv6(name) ? 'ipv6' : 'ipv4')
}
