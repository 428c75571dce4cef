import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { isLoopback } from '../loopback.ts'
import type { IdentityOptions } from './options.ts'

const lists = new WeakMap<readonly string[], BlockList>()

/** Returns whether an address is one of the trusted proxies, which are addresses or networks. */
export function isTrustedProxy(address: string, proxies: readonly string[]): boolean {
  if (proxies.length === 0 || !address) return false
  let list = lists.get(proxies)
  if (!list) {
    list = new BlockList()
    for (const entry of proxies) {
      const [net = '', bits] = entry.split('/')
      if (bits === undefined) list.addAddress(net, isIPv6(net) ? 'ipv6' : 'ipv4')
      else list.addSubnet(net, Number(bits), isIPv6(net) ? 'ipv6' : 'ipv4')
    }
    lists.set(proxies, list)
  }
  const plain = address.replace(/^::ffff:/, '')
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

/**
 * Returns the origin under which the caller reached the service: `ASSAY_PUBLIC_URL`, else the one that a trusted proxy
 * forwards, else the Host header. Null when the service listens on this machine only and the Host header names another
 * one: such a request comes from a page that resolved a name of its own to this address, and must not get a sign-in.
 */
export function originOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  options: Pick<IdentityOptions, 'publicUrl' | 'trustedProxies' | 'host'>,
): string | null {
  if (options.publicUrl) return new URL(options.publicUrl).origin
  const trusted = isTrustedProxy(request.socket.remoteAddress ?? '', options.trustedProxies)
  const first = (name: string) =>
    String(request.headers[name] ?? '')
      .split(',')[0]
      ?.trim() ?? ''
  const scheme = trusted && first('x-forwarded-proto') === 'https' ? 'https' : 'http'
  const host = (trusted && first('x-forwarded-host')) || (request.headers.host ?? '')
  const text = `${scheme}://${host}`
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(text)) return null
  const { hostname, origin } = new URL(text)
  return isLoopback(options.host) && !trusted && !isLoopback(hostname) ? null : origin
}

/**
 * Returns whether tokens of this installation may name an origin as their issuer: without a fixed public address it is
 * the one that the client used, which is on this machine when the service listens on it only.
 */
export function isOwnOrigin(
  origin: string,
  { publicUrl, host, trustedProxies }: Pick<IdentityOptions, 'publicUrl' | 'host' | 'trustedProxies'>,
): boolean {
  if (publicUrl) return origin === new URL(publicUrl).origin
  return !isLoopback(host) || trustedProxies.length > 0 || isLoopback(new URL(origin).hostname)
}
