import { randomUUID } from 'node:crypto'
import { fetchClientToken } from '../decisions/decisions.ts'
import { purchase } from '../decisions/purchases.ts'
import { limitedRow, ms, quantile, type Row, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'

const rounds = 30
/** An id is found and its timeline is there, together. */
const limitMs = 300

interface Match {
  kind: 'event' | 'refusal'
  environmentId: string
  eventType: string
  externalId: string
}

/**
 * From any id to the timeline of its call, over the HTTP API: past events by the ids of the service and the merchant and
 * by correlation ids, events that twenty rules have just decided, with the values that these read, and refused calls.
 */
export async function benchRecorder(
  service: Service,
  ids: { tenantId: string; environmentId: string },
  events: number,
): Promise<Row[]> {
  const headers = { authorization: `Bearer ${await fetchUserToken(service)}`, 'content-type': 'application/json' }
  const base = `${service.url}/api/console/v1/environments`
  const answerOf = async <T>(path: string, method: string): Promise<T> => {
    const answer = await fetch(`${base}/${path}`, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as T
  }
  const follow = async (id: string): Promise<number> => {
    const started = performance.now()
    const { matches } = await answerOf<{ matches: Match[] }>(
      `${ids.environmentId}/recorder?id=${encodeURIComponent(id)}`,
      'GET',
    )
    const [match] = matches
    if (match === undefined) throw new Error(`Nothing has the id ${id}.`)
    if (match.kind === 'event')
      await answerOf(
        `${match.environmentId}/events/${match.eventType}/${encodeURIComponent(match.externalId)}/timeline`,
        'POST',
      )
    return performance.now() - started
  }
  const row = async (what: string, given: readonly string[]): Promise<Row> => {
    const times: number[] = []
    for (const id of given) times.push(await follow(id))
    return limitedRow(
      `${events.toLocaleString('en-US')} events: timeline by ${what}, p95`,
      quantile(times, 0.95),
      ms,
      '<',
      limitMs,
      `p50 ${ms(quantile(times, 0.5))}, ${times.length} ids, each once`,
    )
  }

  const pool = await openBenchPool(service)
  const { rows: past } = await pool.query<{ event_id: string; external_id: string; correlation_id: string }>(
    `select k.event_id, k.external_id, b.correlation_id from event_key k join event_body b on b.event_id = k.event_id
     where k.environment_id = $1 and k.event_type = 'purchase' order by md5(k.external_id) limit ${rounds * 3}`,
    [ids.environmentId],
  )
  await pool.end()
  const [byEvent, byMerchant, byCall] = [0, 1, 2].map(part => past.slice(part * rounds, (part + 1) * rounds))
  const decided = await sendCalls(service, ids, index => purchase(`recorder-${index}-${Date.now()}`, index))
  const refused = await sendCalls(service, ids, () => ({ user: {} }))
  return [
    await row(
      'event id',
      (byEvent ?? []).map(each => each.event_id),
    ),
    await row(
      'merchant’s id',
      (byMerchant ?? []).map(each => each.external_id),
    ),
    await row(
      'correlation id',
      (byCall ?? []).map(each => each.correlation_id),
    ),
    await row('correlation id, 20 rules run again', decided),
    await row('correlation id of a refused call', refused),
  ]
}

/** Sends calls one after another, and returns their correlation ids once their logs are written. */
async function sendCalls(
  { url }: Service,
  { tenantId, environmentId }: { tenantId: string; environmentId: string },
  bodyOf: (index: number) => object,
): Promise<string[]> {
  const token = await fetchClientToken(url, tenantId)
  const sent: string[] = []
  for (let index = 0; index < rounds; index++) {
    const id = randomUUID()
    await fetch(`${url}/v1.0/MerchantServices/events/Purchase`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-ms-dfpenvid': environmentId,
        'x-ms-correlation-id': id,
      },
      body: JSON.stringify(bodyOf(index)),
    })
    sent.push(id)
  }
  // Errors are written in batches, twice in a second.
  await new Promise(resolve => setTimeout(resolve, 2000))
  return sent
}
