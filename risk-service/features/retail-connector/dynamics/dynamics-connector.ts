import { type RetailAccessFailure, type RetailEntity, retailLimits, retailSystem } from '../../../contract/index.ts'
import { type Authenticator, createAuthenticator, OutgoingCallError } from '../../../engine/calls/authentication.ts'
import type { OutgoingAnswer, OutgoingHttp, Ports } from '../../../ports/index.ts'
import type {
  RetailApplication,
  RetailConnector,
  RetailHost,
  RetailPage,
  RetailPosition,
  RetailRefusal,
} from '../../../ports/retail-connector.ts'
import { entitySets, timeProperty } from './retail-properties.ts'

interface ConnectorServices extends Pick<Ports, 'clock' | 'newId'> {
  http: Pick<OutgoingHttp, 'send' | 'addressIssue'>
  application: RetailApplication
}

const pageTimeoutMs = 30_000
const testTimeoutMs = 10_000
const longestLink = 4000
/**
 * Changes are read again for so long before the last one: the batch of one shop may be stored after that of another
 * which began later.
 */
const overlapMs = 3_600_000

const isRefusal = (answer: object): answer is RetailRefusal => 'failure' in answer
const refusal = (failure: RetailAccessFailure, status: number | null = null): RetailRefusal => ({ failure, status })

/**
 * Creates the connector of Dynamics 365 Commerce: its published entities, as OData, with a token of client credentials.
 * The token is sent to no other origin than the one it was issued for.
 */
export function createDynamicsConnector({ http, clock, newId, application }: ConnectorServices): RetailConnector {
  const { tokenUrl, clientId, clientSecret, hosts } = application
  /** By address: a token is for one of them. */
  const authenticators = new Map<string, Authenticator>()

  function authenticatorOf(address: string): Authenticator {
    const present = authenticators.get(address)
    if (present !== undefined) return present
    const created = createAuthenticator({ http: { ...http, close: () => undefined }, clock, newId, entraAuthority: '' })
    authenticators.set(address, created)
    return created
  }

  const tokenFor = (address: string) =>
    authenticatorOf(address).credentials(
      {
        method: 'oauth',
        tokenUrl,
        tokenAuthentication: 'anonymous',
        clientId,
        clientSecret: { value: clientSecret },
        scope: `${address}/.default`,
        resource: '',
      },
      new Map([['authentication.clientSecret', clientSecret]]),
      new Map(),
    )

  /** Gets JSON. A refused token is requested anew once. */
  async function get(
    address: string,
    url: string,
    { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
    isRepeated = false,
  ): Promise<{ json: unknown } | RetailRefusal> {
    let headers: Record<string, string>
    try {
      headers = (await tokenFor(address)).headers
    } catch (error) {
      return refusal('token', error instanceof OutgoingCallError && error.status > 0 ? error.status : null)
    }
    const answer = await http.send({
      method: 'GET',
      url,
      headers: {
        ...headers,
        accept: 'application/json;odata.metadata=none',
        prefer: `odata.maxpagesize=${retailLimits.pageRows}`,
      },
      body: null,
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    })
    if (answer.kind === 'answer' && answer.status === 401) {
      authenticatorOf(address).invalidate()
      if (!isRepeated) return get(address, url, { timeoutMs, signal }, true)
    }
    return contentOf(answer)
  }

  return {
    system: retailSystem,
    mayConnect: (tenantId, address) =>
      http.addressIssue(address) === null && hosts.some(each => allows(each, tenantId, new URL(address).host)),
    async test(address, signal) {
      const { name, key } = entitySets.Transactions
      const query = `$top=1&$select=${key.join()}`
      const answer = await get(address, `${address}/data/${name}?${query}`, { timeoutMs: testTimeoutMs, signal })
      if (isRefusal(answer)) return answer
      return pageOf(address, answer.json) === null ? refusal('answer', 200) : null
    },
    async listChanges(address, entity, position, signal) {
      const url = position.next ?? firstPage(address, entity, position)
      if (!isOwnLink(address, url)) return refusal('answer')
      const answer = await get(address, url, { timeoutMs: pageTimeoutMs, signal })
      if (isRefusal(answer)) return answer
      return pageOf(address, answer.json) ?? refusal('answer', 200)
    },
  }
}

const allows = ({ host, tenantId: owner }: RetailHost, tenantId: string, own: string): boolean =>
  (owner === null || owner === tenantId) &&
  (host.startsWith('*.') ? own.endsWith(host.slice(1)) && own.length >= host.length : own === host)

function firstPage(address: string, entity: RetailEntity, { since }: RetailPosition): string {
  const { name, properties, key, hasTime } = entitySets[entity]
  const from = since === null ? Number.NaN : Date.parse(since) - overlapMs
  const options = [
    `$select=${properties.join()}`,
    ...(hasTime && !Number.isNaN(from)
      ? [`$filter=${encodeURIComponent(`${timeProperty} ge ${new Date(from).toISOString()}`)}`]
      : []),
    `$orderby=${[...(hasTime ? [timeProperty] : []), ...key].join()}`,
  ]
  return `${address}/data/${name}?${options.join('&')}`
}

/** Whether a link leads to the data of the same address: the token is sent along. */
function isOwnLink(address: string, link: string): boolean {
  const url = URL.parse(link)
  return url !== null && url.origin === address && url.pathname.startsWith('/data/') && link.length <= longestLink
}

function contentOf(answer: OutgoingAnswer): { json: unknown } | RetailRefusal {
  if (answer.kind !== 'answer') return refusal(failureOf(answer))
  const { status, text } = answer
  if (status === 401 || status === 403) return refusal('unauthorized', status)
  if (status !== 200) return refusal('status', status)
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return refusal('answer', status)
  }
}

function failureOf({ kind, message }: Exclude<OutgoingAnswer, { kind: 'answer' }>): RetailAccessFailure {
  if (kind === 'refused') return 'address'
  if (kind === 'response') return 'answer'
  if (kind === 'timeout') return 'timeout'
  return /CERT|SIGNED|UNABLE_TO|TLS/.test(message) ? 'certificate' : 'unreachable'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a page of rows; null: it is none. */
function pageOf(address: string, json: unknown): RetailPage | null {
  if (!isRecord(json)) return null
  const { value } = json
  if (!Array.isArray(value) || !value.every(isRecord)) return null
  const link = json['@odata.nextLink'] ?? null
  if (link === null) return { rows: value.map(byColumn), next: null }
  const next = typeof link === 'string' ? (URL.parse(link, `${address}/data/`)?.href ?? '') : ''
  return isOwnLink(address, next) ? { rows: value.map(byColumn), next } : null
}

/** Returns the values of a row by the names of columns; annotations are left out. */
const byColumn = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !name.includes('@'))
      .map(([name, value]) => [name.toUpperCase(), value]),
  )
