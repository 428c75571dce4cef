import { isTrustedProxy } from './origin.ts'

/** Returns an address without the port that some proxies append. */
const withoutPort = (address: string): string =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address

/**
 * Returns the address of the client of a request: the last one in the chain that is not a trusted proxy; null if
 * unknown.
 * @param forwarded value of `X-Forwarded-For`
 */
export function clientAddress(
  remote: string | undefined,
  forwarded: string | undefined,
  trustedProxies: readonly string[],
): string | null {
  let address = remote ?? null
  const before = (forwarded ?? '')
    .split(',')
    .map(each => withoutPort(each.trim()))
    .filter(each => each !== '')
  while (address !== null && isTrustedProxy(address, trustedProxies)) {
    const next = before.pop()
    if (next === undefined) break
    address = next
  }
  return address
}
