import dns from 'node:dns'
import net from 'node:net'

export interface AddressOptions {
  /**
   * Hosts that may be called without TLS and at private addresses, or one port of a host: `10.0.0.5:8080`; true: all.
   */
  privateHosts?: boolean | readonly string[]
  /** Resolves names to addresses; absent: by the system. */
  lookup?: Lookup
}
type Lookup = (host: string) => Promise<readonly dns.LookupAddress[]>

export interface AddressGuard {
  /** Whether a host, in lower case, or the port of it may be called without TLS and at a private address. */
  isAllowed: (host: string, port: number | string) => boolean
  /** Whether a host is itself a private or local address that may not be called. A name can still resolve to one. */
  isPrivate: (host: string, port: number | string) => boolean
  /**
   * Returns the lookup of `net.connect` for connections to a port. The connection uses exactly the checked addresses: an answer of the name service that
   * changes in between (DNS rebinding) has no effect.
   */
  lookupFor: (port: number | string) => net.LookupFunction
}

/** A name that leads nowhere: unknown, or standing for an address that may not be called. */
export class UnreachableNameError extends Error {}
/** The same words for both: who tries names must not learn which of them exist inside. */
export const unreachableName = 'The name is unknown, or stands for an address that may not be called.'

/**
 * Addresses that are not on the public internet: this machine, private networks, link-local with its metadata services,
 * carriers' own, reserved.
 */
const privateNetworks = new net.BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Metadata and wire server of a large cloud, at an address in a public range.
  ['168.63.129.16', 32],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
/**
 * Global unicast is 2000::/3; these parts of it are excluded: documentation, benchmarks, ORCHID, 6to4 and Teredo, which
 * contain an IPv4 address.
 */
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6')
const globalIpV6 = new net.BlockList()
globalIpV6.addSubnet('2000::', 3, 'ipv6')
/** NAT64 addresses contain an IPv4 address in their last 32 bits. */
const nat64Prefixes = new net.BlockList()
nat64Prefixes.addSubnet('64:ff9b::', 96, 'ipv6')

/** Whether an address is on the public internet. IPv4 in the forms of IPv6 counts as the IPv4 address. */
export function isPublicAddress(address: string): boolean {
  const plain = address.split('%')[0] ?? ''
  if (net.isIPv4(plain)) return !privateNetworks.check(plain, 'ipv4')
  if (!net.isIPv6(plain)) return false
  // The URL parser normalises every form of an address.
  const text = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const mapped =
    /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(text) ?? (nat64Prefixes.check(plain, 'ipv6') ? lastTwo(text) : null)
  if (mapped !== null) {
    const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)]
    return isPublicAddress(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`)
  }
  return globalIpV6.check(plain, 'ipv6') && !privateNetworks.check(plain, 'ipv6')
}

/** Returns the last two groups of an IPv6 address in its shortest form. */
function lastTwo(text: string): string[] {
  const groups = (text.split('::')[1] ?? text).split(':')
  return ['', groups.at(-2) ?? '0', groups.at(-1) ?? '0'].map(each => (each === '' ? '0' : each))
}

const systemLookup: Lookup = host => dns.promises.lookup(host, { all: true })

/** Creates the rules of which addresses outgoing connections may lead to. */
export function createAddressGuard({ privateHosts = false, lookup = systemLookup }: AddressOptions): AddressGuard {
  const isListed = (host: string): boolean =>
    typeof privateHosts === 'boolean' ? privateHosts : privateHosts.includes(host)
  const isAllowed = (host: string, port: number | string): boolean => isListed(host) || isListed(`${host}:${port}`)
  const resolve = async (host: string, port: number | string): Promise<[dns.LookupAddress, ...dns.LookupAddress[]]> => {
    const [first, ...others] = await lookup(host)
    if (first === undefined) throw new UnreachableNameError()
    const isReachable =
      isAllowed(host.toLowerCase(), port) || [first, ...others].every(({ address }) => isPublicAddress(address))
    if (!isReachable) throw new UnreachableNameError()
    return [first, ...others]
  }
  return {
    isAllowed,
    isPrivate: (host, port) =>
      !isAllowed(host, port) &&
      ((net.isIP(host) !== 0 && !isPublicAddress(host)) || host === 'localhost' || host.endsWith('.localhost')),
    lookupFor:
      port =>
      (host, { all }, done) => {
        resolve(host, port)
          .then(addresses =>
            all === true ? done(null, addresses) : done(null, addresses[0].address, addresses[0].family),
          )
          .catch(() => done(new UnreachableNameError(), ''))
      },
  }
}
