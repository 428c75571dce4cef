import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { defined } from '../../contract/defined.ts'
import { maskPlaceholders } from '../../contract/external-calls/call-request.ts'
import type { OutgoingAnswer, OutgoingHttp, OutgoingRequest } from '../../ports/index.ts'
import { type AddressOptions, createAddressGuard, UnreachableNameError, unreachableName } from './outgoing/addresses.ts'

export interface OutgoingOptions extends AddressOptions {
  /** Further certificate authorities, PEM. */
  ca?: string | undefined
}

/** Maximum size of an answer. */
const maxResponseBytes = 1024 * 1024
const socketsPerHost = 64
const maxAgents = 200

/** The port of an address, also where it does not name the usual one. */
const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

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
export function createOutgoingHttp({ ca, ...addresses }: OutgoingOptions = {}): OutgoingHttp {
  const guard = createAddressGuard(addresses)
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

  function refusalOf(text: string): string | null {
    let url: URL
    try {
      url = new URL(text)
    } catch {
      return 'This is no web address.'
    }
    const host = hostOf(url)
    const isAllowed = guard.isAllowed(host, portOf(url))
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed)) return 'Only https addresses are called.'
    if (url.username !== '' || url.password !== '') return 'An address holds no user name and password.'
    if (guard.isPrivate(host, portOf(url))) return 'Private and local addresses are not called.'
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
    withCertificate = false,
    signal,
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
        signal?.removeEventListener('abort', breakOff)
        resolve(answer)
        if (answer.kind !== 'answer') request?.destroy()
      }
      const timer = setTimeout(() => end({ kind: 'timeout', message: 'Timeout' }), timeoutMs)
      const breakOff = (): void => end({ kind: 'communication', message: 'The request was broken off.' })
      signal?.addEventListener('abort', breakOff)
      let request: http.ClientRequest | undefined
      const payload = body === null ? null : bytesOf(body)
      const attempt = (again: boolean): void => {
        const current = (request = (tls ? https : http).request(url, {
          method,
          agent: tls ? agentFor(certificate) : plain,
          lookup: guard.lookupFor(portOf(url)),
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
              ...(withCertificate ? defined({ certificateUntil: certificateUntil(response.socket) }) : {}),
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

/** Returns the bytes of a body; those of an array are not copied. */
const bytesOf = (body: string | Uint8Array): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)

/** Returns the end of the certificate of the other side; undefined without TLS. */
function certificateUntil(socket: Socket): Date | undefined {
  if (!(socket instanceof TLSSocket)) return undefined
  const until = new Date(socket.getPeerCertificate().valid_to)
  return Number.isNaN(until.getTime()) ? undefined : until
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
