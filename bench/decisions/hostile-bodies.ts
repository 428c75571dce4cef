import { demoEnvironmentIds } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { newId } from '../../risk-service/kernel/store/new-id.ts'
import { limitedRow, ms, type Row, type Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { fetchClientToken, generateLoad } from './decisions.ts'

interface Ids {
  tenantId: string
  environmentId: string
}
/** A call of the console API of the attacking tenant; `index`: which of those that are sent at once. */
interface HostileCall {
  name: string
  method?: 'GET'
  path: (index: number) => string
  body?: () => string | FormData
  /** Sends an `Idempotency-Key`, for which the service reads the body once more. */
  key?: true
  /** Status of every answer; 200 when absent. */
  status?: number
}

/** Calls of one hostile body that are sent at once. */
const parallelCalls = 5
const purchasesPerSecond = 50
const attacker = { environmentId: demoEnvironmentIds.meridian, account: 'psp-fraud-manager@meridian.example' }
/** A little less than a clause may have. */
const longestText = 9_800
const megabyte = 1_000_000

/** Repeats a condition, each time another one, up to the longest text that is accepted. */
function longText(start: string, condition: (index: number) => string, joiner: 'AND' | 'OR', offset = 0): string {
  let text = `${start}${condition(offset)}`
  for (let index = 1; ; index++) {
    const more = ` ${joiner} ${condition(offset + index)}`
    if (text.length + more.length > longestText) return text
    text += more
  }
}

const clauses = (condition: (index: number) => string, joiner: 'AND' | 'OR') =>
  Array.from({ length: 100 }, (_, clause) => ({
    name: `c${clause}`,
    section: 'prior',
    text: longText('RETURN Reject() WHEN ', condition, joiner, clause * 1000),
  }))
const rule =
  (condition: (index: number) => string, joiner: 'AND' | 'OR', routing = false) =>
  () =>
    JSON.stringify({
      // The other route has it in its path.
      ...(routing ? { eventType: 'purchase' } : {}),
      body: {
        name: 'Hostile',
        description: '',
        condition: '',
        clauses: clauses(condition, joiner),
        sample: { payload: {}, riskScore: 0 },
      },
    })
const file =
  (content: string, fields: Record<string, string> = {}) =>
  () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new File([content], 'list.csv', { type: 'text/csv' }))
    return form
  }

/** Returns the file of as many entries as a support list may have. */
function supportFile(status: string): string {
  const rows = Array.from(
    { length: 200_000 },
    (_, index) => `hostile-${String(index).padStart(64, '0')}@example.com,${status}`,
  )
  return `Value,Status\n${rows.join('\n')}\n`
}

/** @param name prefix of the names of its velocities, which are unique in an environment */
const velocitySet = (name: string) => ({
  name,
  description: '',
  condition: '',
  velocities: Array.from({ length: 10 }, (_, index) => ({
    text: longText(`SELECT Count() AS ${name}${index} FROM Purchase WHEN `, comparison, 'OR', index * 1000).concat(
      ' GROUPBY @"user.userId"',
    ),
  })),
})
/** Sets that are created before, and then published. */
const setIds = Array.from({ length: parallelCalls }, () => newId())

const comparison = (index: number): string => `@"totalAmount" > ${index}`
const pattern = (index: number): string => `Patterns.IsRegexMatch("(a|b){1,30}(b|a){1,30}x${index}", @"user.email")`
const calls: readonly HostileCall[] = [
  { name: 'a rule of patterns', path: () => 'rules/purchase/evaluate', body: rule(pattern, 'OR') },
  { name: 'a rule of comparisons', path: () => 'rules/purchase/evaluate', body: rule(comparison, 'OR') },
  { name: 'a rule of joined conditions', path: () => 'rules/purchase/evaluate', body: rule(comparison, 'AND') },
  {
    name: 'a rule of unknown fields',
    path: () => 'rules/purchase/evaluate',
    body: rule(i => `@"a.b${i}" == "x"`, 'OR'),
  },
  { name: 'a routing rule', path: () => 'routing-rules/evaluate', body: rule(comparison, 'OR', true) },
  {
    name: 'a function',
    path: () => 'functions/evaluate',
    body: () =>
      JSON.stringify({
        body: {
          name: 'Hostile',
          description: '',
          parameters: [],
          properties: Array.from({ length: 30 }, (_, index) => ({
            name: `P${index}`,
            description: '',
            type: 'Boolean',
            default: 'false',
            code: longText('RETURN ', comparison, 'OR', index * 1000),
          })),
          sample: { eventType: 'purchase', payload: {} },
        },
      }),
  },
  {
    name: 'a velocity set',
    path: () => 'velocities/check',
    body: () => JSON.stringify({ body: velocitySet('hostile') }),
  },
  {
    name: 'a velocity set that is published',
    path: index => `velocities/${setIds[index]}/publish`,
    body: () => JSON.stringify({ baseVersion: 0, status: 'active' }),
  },
  { name: 'the list of these velocity sets', method: 'GET', path: () => 'velocities' },
  { name: 'a list file of commas, 19 MB', path: () => 'lists/custom/check', body: file(','.repeat(19 * megabyte)) },
  { name: 'a list file of quotes, 19 MB', path: () => 'lists/custom/check', body: file('"'.repeat(19 * megabyte)) },
  { name: 'a list file of lines, 19 MB', path: () => 'lists/custom/check', body: file('a\n'.repeat(9.5 * megabyte)) },
  {
    name: 'a list file of commas, 19 MB, with an Idempotency-Key',
    path: () => 'lists/custom',
    body: file(','.repeat(19 * megabyte), { listId: newId(), name: 'Hostile' }),
    key: true,
    status: 422,
  },
  {
    name: 'a support list file of faults, 19 MB, with an Idempotency-Key',
    path: () => 'lists/support/email/import',
    body: () => file(supportFile('Nothing'))(),
    key: true,
    status: 422,
  },
  {
    name: 'a support list file of 200,000 entries, imported',
    path: () => 'lists/support/email/import',
    body: () => file(supportFile('Block'))(),
  },
]

interface Content {
  type: string
  bytes: ArrayBuffer | null
}
/** Returns a body as it is sent, so that the client makes no copy of it during the attack. */
async function contentOf(body: string | FormData | undefined): Promise<Content> {
  if (body === undefined) return { type: 'application/json', bytes: null }
  const answer = new Response(body)
  const type = typeof body === 'string' ? 'application/json' : (answer.headers.get('content-type') ?? '')
  return { type, bytes: await answer.arrayBuffer() }
}

/**
 * Hostile bodies of a user of one tenant, five at once: the purchases of another tenant go on, the answers are short.
 */
export async function benchHostileBodies(service: Service, ids: Ids): Promise<Row[]> {
  const token = await fetchUserToken(service, attacker.account)
  const order = {
    url: service.url,
    token: await fetchClientToken(service.url, ids.tenantId),
    environmentId: ids.environmentId,
    mode: 'open' as const,
    clients: 8,
    rate: purchasesPerSecond,
    sockets: 64,
    windowSeconds: 2,
    warmUpSeconds: 1,
  }
  const rows: Row[] = []
  const send = async (
    { method, path, key }: Pick<HostileCall, 'method' | 'path' | 'key'>,
    content: Content,
    index = 0,
  ) => {
    const url = `${service.url}/api/console/v1/environments/${attacker.environmentId}/${path(index)}`
    const answer = await fetch(url, {
      method: method ?? 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': content.type,
        ...(key ? { 'idempotency-key': newId() } : {}),
      },
      ...(content.bytes === null ? {} : { body: content.bytes }),
    })
    return { status: answer.status, size: (await answer.arrayBuffer()).byteLength }
  }
  for (const [index, setId] of setIds.entries())
    await send(
      { path: () => 'velocities' },
      await contentOf(JSON.stringify({ setId, body: velocitySet(`published${index}_`) })),
    )
  for (const call of calls) {
    const content = await contentOf(call.body?.())
    const end = new AbortController()
    const load = generateLoad({ ...order, windows: 1000, prefix: `hostile-${rows.length}-${Date.now()}` }, end.signal)
    await new Promise(resolve => setTimeout(resolve, 2000))
    const started = performance.now()
    const answers = await Promise.all(Array.from({ length: parallelCalls }, (_, index) => send(call, content, index)))
    const took = performance.now() - started
    // The window in which the attack ends is counted, too.
    await new Promise(resolve => setTimeout(resolve, 2500))
    end.abort()
    const windows = await load
    const refused = windows.flatMap(window => Object.entries(window.refused).map(([status, n]) => `${n} x ${status}`))
    const statuses = [...new Set(answers.map(({ status }) => status))].join(', ')
    rows.push(
      limitedRow(
        `${parallelCalls} x ${call.name}: purchases of another tenant, p99 of the worst window`,
        Math.max(...windows.map(({ p99 }) => p99)),
        ms,
        '<',
        250,
        `${windows.length} windows of 2 s at ${purchasesPerSecond}/s; the calls took ${ms(took)}, answered ${statuses}`,
      ),
      {
        name: '  purchases only 200; answers under 1 MB',
        value: refused.length === 0 ? 'yes' : refused.join(', '),
        ok:
          refused.length === 0 &&
          answers.every(({ status, size }) => status === (call.status ?? 200) && size < megabyte),
        note: `longest answer ${Math.max(...answers.map(({ size }) => size)).toLocaleString('en-US')} bytes`,
      },
    )
  }
  return rows
}
