import type { OutgoingAnswer, OutgoingHttp } from '../../ports/index.ts'
import { OutgoingCallError } from '../calls/authentication.ts'
import { isObject, type Json, listOf } from '../lib/json.ts'
import type { ListSource } from './list-source.ts'

export interface CosmosAccount {
  endpoint: string
  key: string
}
export interface CosmosDeps {
  http: Pick<OutgoingHttp, 'send'>
  clock: () => Date
  timeoutMs: number
}

/**
 * Parses `AccountEndpoint=https://…;AccountKey=…;`, as the portal of the database shows it; null for any other text.
 */
export function readConnectionString(text: string): CosmosAccount | null {
  const parts = new Map(
    text.split(';').map(part => {
      const at = part.indexOf('=')
      return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()] as const
    }),
  )
  const [endpoint, key] = [parts.get('accountendpoint') ?? '', parts.get('accountkey') ?? '']
  return URL.canParse(endpoint) && /^[A-Za-z\d+/]+={0,2}$/.test(key)
    ? { endpoint: new URL(endpoint).origin, key }
    : null
}

const encoder = new TextEncoder()
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), character => character.charCodeAt(0))
const base64 = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join(''))

/** Returns the authorisation with the key of the account: HMAC-SHA256 over verb, kind, link and date. */
async function authorisation(
  key: string,
  { verb, kind, link, date }: { verb: string; kind: string; link: string; date: string },
): Promise<string> {
  const secret = await crypto.subtle.importKey('raw', bytesOf(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = await crypto.subtle.sign(
    'HMAC',
    secret,
    encoder.encode(`${verb.toLowerCase()}\n${kind.toLowerCase()}\n${link}\n${date.toLowerCase()}\n\n`),
  )
  return encodeURIComponent(`type=master&ver=1.0&sig=${base64(signed)}`)
}

/** Maximum of pages in a search: partitions without a match return empty pages. */
const maxPages = 200
const property = (name: string): string => `c[${JSON.stringify(name)}]`

/**
 * Creates a source of Azure Cosmos DB for NoSQL over its REST interface. Queries filter and project only: the gateway
 * answers such queries over all partitions, page by page. All requests of one query share its time-out. Rejects with
 * `OutgoingCallError`.
 */
export function createCosmosSource(
  { endpoint, key }: CosmosAccount,
  database: string,
  { http, clock, timeoutMs }: CosmosDeps,
): ListSource {
  const databaseLink = `dbs/${database}`
  const path = (link: string): string => link.split('/').map(encodeURIComponent).join('/')

  async function send(
    method: 'GET' | 'POST',
    kind: 'colls' | 'docs',
    link: string,
    body: string | null,
    more: Record<string, string>,
    until: number,
  ): Promise<{ body: Json; next: string | undefined }> {
    const date = clock().toUTCString()
    const left = Math.ceil(until - performance.now())
    if (left <= 0) throw new OutgoingCallError('timeout', 'Timeout')
    const answer: OutgoingAnswer = await http.send({
      method,
      url: `${endpoint}/${path(link)}/${kind}`,
      body,
      timeoutMs: left,
      headers: {
        accept: 'application/json',
        authorization: await authorisation(key, { verb: method, kind, link, date }),
        'x-ms-date': date,
        'x-ms-version': '2018-12-31',
        ...(body === null ? {} : { 'content-type': 'application/query+json' }),
        ...more,
      },
    })
    if (answer.kind !== 'answer') throw new OutgoingCallError(answer.kind, answer.message)
    if (answer.status < 200 || answer.status > 299)
      throw new OutgoingCallError('http', `HTTP ${answer.status}`, answer.status)
    const parsed = parse(answer.text)
    if (parsed === null) throw new OutgoingCallError('response', 'The response is no JSON.', answer.status)
    return { body: parsed, next: answer.headers?.['x-ms-continuation'] }
  }

  async function query(
    container: string,
    text: string,
    parameters: readonly { name: string; value: unknown }[],
    most: number,
  ): Promise<Json[]> {
    const until = performance.now() + timeoutMs
    const found: Json[] = []
    let next: string | undefined
    for (let page = 0; page < maxPages && found.length < most; page++) {
      const answer = await send(
        'POST',
        'docs',
        `${databaseLink}/colls/${container}`,
        JSON.stringify({ query: text, parameters }),
        {
          'x-ms-documentdb-isquery': 'true',
          'x-ms-documentdb-query-enablecrosspartition': 'true',
          'x-ms-max-item-count': String(most - found.length),
          ...(next === undefined ? {} : { 'x-ms-continuation': next }),
        },
        until,
      )
      found.push(...listOf(answer.body.Documents))
      next = answer.next
      if (next === undefined || next === '') break
    }
    return found
  }

  return {
    async containers() {
      const { body } = await send('GET', 'colls', databaseLink, null, {}, performance.now() + timeoutMs)
      return listOf(body.DocumentCollections)
        .map(({ id }) => String(id))
        .sort((a, b) => a.localeCompare(b, 'en'))
    },
    documents: (container, most) => query(container, 'SELECT * FROM c', [], most),
    async value({ container, keyColumn, key: text, valueColumn }) {
      const key = text.trim()
      // Keys are compared as those of files are; numbers and booleans of documents by value. A number with another text
      // than the key does not match: many digits have the same number as their neighbours.
      const other: unknown =
        /\d$/.test(key) && String(Number(key)) === key
          ? Number(key)
          : /^(?:true|false)$/i.test(key)
            ? key.toLowerCase() === 'true'
            : undefined
      const column = property(keyColumn)
      const [document] = await query(
        container,
        `SELECT ${property(valueColumn)} AS v FROM c WHERE StringEquals(${column}, @key, true)${other === undefined ? '' : ` OR ${column} = @other`}`,
        [{ name: '@key', value: key }, ...(other === undefined ? [] : [{ name: '@other', value: other }])],
        1,
      )
      return document === undefined ? null : { value: document.v }
    },
  }
}

function parse(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
