import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { defined } from '../../contract/defined.ts'
import { maskPlaceholders } from '../../contract/external-calls/call-request.ts'
import type { OutgoingAnswer, OutgoingHttp, OutgoingRequest } from '../../ports/index.ts'

export interface OutgoingOptions {
  /**
   * Hosts that may be called without TLS and at private addresses, or one port of a host: `10.0.0.5:8080`; true: all.
   */
  privateHosts?: boolean | readonly string[]
  /** Further certificate authorities, PEM. */
  ca?: string | undefined
  /** Resolves names to addresses; absent: by the system. */
  lookup?: Lookup
}
type Lookup = (host: string) => Promise<readonly dns.LookupAddress[]>

/** Maximum size of an answer. */
const maxResponseBytes = 1024 * 1024
const socketsPerHost = 64
const maxAgents = 200

/** A name that leads nowhere: unknown, or standing for an address that may not be called. */
class UnreachableNameError extends Error {}
/** The same words for both: who tries names must not learn which of them exist inside. */
const unreachableName = 'The name is unknown, or stands for an address that may not be called.'

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
const hostOf = (url: URL): string =>
  url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

/**
 * Creates the client for outgoing requests. Names are resolved once, and the connection uses exactly the checked
 * addresses: an answer of the name service that changes in between (DNS rebinding) has no effect. Connections are kept
 * alive and reused.
 */
export function createOutgoingHttp({
  privateHosts = false,
  ca,
  lookup = systemLookup,
}: OutgoingOptions = {}): OutgoingHttp {
  const allowed = (host: string): boolean =>
    typeof privateHosts === 'boolean' ? privateHosts : privateHosts.includes(host)
  const common = {
    keepAlive: true,
    maxSockets: socketsPerHost,
    maxFreeSockets: 16,
    timeout: 60_000,
    scheduling: 'lifo' as const,
  }
  const plain = new http.Agent(common)
  /** Agents by certificate of the client. */
  const secure = new Map<string, https.Agent>()

  function agentFor(certificate: string): https.Agent {
    const existing = secure.get(certificate)
    if (existing !== undefined) return existing
    const agent = new https.Agent({
      ...common,
      ...defined({ ca }),
      ...(certificate === '' ? {} : { cert: certificate, key: certificate }),
    })
    if (secure.size >= maxAgents) {
      const [oldest] = secure.keys()
      secure.get(oldest ?? '')?.destroy()
      secure.delete(oldest ?? '')
    }
    secure.set(certificate, agent)
    return agent
  }

  /** The lookup of `net.connect`: every connection uses it. */
  const guardedLookup = (
    host: string,
    options: dns.LookupOptions,
    done: (error: NodeJS.ErrnoException | null, address: string | dns.LookupAddress[], family?: number) => void,
  ): void => {
    lookup(host)
      .then(addresses => {
        const [first] = addresses
        const reachable =
          first !== undefined &&
          (allowed(host.toLowerCase()) || addresses.every(({ address }) => isPublicAddress(address)))
        if (!reachable) throw new UnreachableNameError()
        if (options.all === true) done(null, [...addresses])
        else done(null, first.address, first.family)
      })
      .catch(() => done(new UnreachableNameError(), ''))
  }

  function refusalOf(text: string): string | null {
    let url: URL
    try {
      url = new URL(text)
    } catch {
      return 'This is no web address.'
    }
    const host = hostOf(url)
    const isAllowed = allowed(host) || allowed(`${host}:${url.port}`)
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed)) return 'Only https addresses are called.'
    if (url.username !== '' || url.password !== '') return 'An address holds no user name and password.'
    if (net.isIP(host) !== 0 && !isAllowed && !isPublicAddress(host))
      return 'Private and local addresses are not called.'
    if (!isAllowed && (host === 'localhost' || host.endsWith('.localhost')))
      return 'Private and local addresses are not called.'
    return null
  }

  function send({
    method,
    url: text,
    headers,
    body,
    timeoutMs,
    certificate = '',
    binary = false,
  }: OutgoingRequest): Promise<OutgoingAnswer> {
    const problem = refusalOf(text)
    if (problem !== null) return Promise.resolve({ kind: 'refused', message: problem })
    return new Promise(resolve => {
      const url = new URL(text)
      const tls = url.protocol === 'https:'
      let over = false
      const end = (answer: OutgoingAnswer): void => {
        if (over) return
        over = true
        clearTimeout(timer)
        resolve(answer)
        if (answer.kind !== 'answer') request?.destroy()
      }
      const timer = setTimeout(() => end({ kind: 'timeout', message: 'Timeout' }), timeoutMs)
      let request: http.ClientRequest | undefined
      const payload = body === null ? null : Buffer.from(body)
      const attempt = (again: boolean): void => {
        const current = (request = (tls ? https : http).request(url, {
          method,
          agent: tls ? agentFor(certificate) : plain,
          lookup: guardedLookup as unknown as net.LookupFunction,
          headers: {
            ...headers,
            'accept-encoding': 'identity',
            ...(payload === null ? {} : { 'content-length': payload.byteLength }),
          },
        }))
        current.on('error', (error: NodeJS.ErrnoException) => {
          // The server closed an idle connection just when it was reused: this is no failure of the server.
          if (again && !over && method === 'GET' && current.reusedSocket && error.code === 'ECONNRESET') attempt(false)
          else
            end({
              kind: 'communication',
              message: error instanceof UnreachableNameError ? unreachableName : reasonOf(error),
            })
        })
        current.on('response', response => {
          const parts: Buffer[] = []
          let size = 0
          if (Number(response.headers['content-length'] ?? 0) > maxResponseBytes) end(responseTooLarge)
          response.on('data', (part: Buffer) => {
            size += part.byteLength
            if (size > maxResponseBytes) end(responseTooLarge)
            else if (!over) parts.push(part)
          })
          response.on('error', () => end({ kind: 'communication', message: 'Communication failure' }))
          response.on('end', () =>
            end({
              kind: 'answer',
              status: response.statusCode ?? 0,
              ...(binary ? { text: '', bytes: Buffer.concat(parts) } : { text: Buffer.concat(parts).toString('utf8') }),
              headers: namesOf(response.headers),
            }),
          )
        })
        current.end(payload ?? undefined)
      }
      try {
        attempt(true)
      } catch {
        // A header that cannot be sent, or a certificate that cannot be parsed.
        end({ kind: 'communication', message: 'The request cannot be sent as it is.' })
      }
    })
  }

  return {
    send,
    addressIssue: text => refusalOf(maskPlaceholders(text)),
    close() {
      plain.destroy()
      for (const agent of secure.values()) agent.destroy()
      secure.clear()
    },
  }
}

/** Returns headers by name; of a repeated one, all values. */
const namesOf = (headers: http.IncomingHttpHeaders): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )

const responseTooLarge: OutgoingAnswer = { kind: 'response', message: 'The response is larger than 1 MB.' }

/** Returns at most a code: texts of errors may contain addresses. */
function reasonOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `Communication failure${code}`
}
