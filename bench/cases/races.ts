import { fillEvents } from '../support/event-fixture.ts'
import { limitedRow, type Row, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { benchQueue, fillCases, publishRouting } from './case-fixture.ts'

const people = ['analyst', 'senior-analyst', 'fraud-manager', 'product-admin'] as const
/** Cases that each person reviews, and calls that race for each of them. */
const casesEach = 125
const callsPerCase = 20

interface Answer {
  status: number
  json: { code?: string; details?: { case?: { by?: string; at?: string } }; result?: string; by?: string }[]
}
type Call = (path: string, body: unknown, idempotencyKey: string, lost?: boolean) => Promise<Answer | null>

async function callAs(service: Service, account: string, environmentId: string): Promise<Call> {
  const token = await fetchUserToken(service, `${account}@harbor.example`)
  return async (path, body, key, lost = false) => {
    const request = fetch(`${service.url}/api/console/v1/environments/${environmentId}/casemanagement/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      // The connection breaks while the service works: the caller does not learn what became of the call.
      ...(lost ? { signal: AbortSignal.timeout(1 + Math.floor(Math.random() * 20)) } : {}),
    })
    try {
      const response = await request
      const json = (await response.json()) as Answer['json'] | Answer['json'][number]
      return { status: response.status, json: Array.isArray(json) ? json : [json] }
    } catch (error) {
      if (lost) return null
      throw error
    }
  }
}

/**
 * Decisions that race: for each case its reviewer sends the same decision from two tabs, again and again, some of the
 * answers are lost, and the others decide it in bulk. Every case is decided once, everybody else is told by whom and
 * when.
 */
export async function benchRaces(service: Service, environmentId: string): Promise<Row[]> {
  const pool = await openBenchPool(service)
  await publishRouting(pool, environmentId)
  await fillEvents(pool, environmentId, 2000, 30, () => undefined)
  await fillCases(pool, environmentId, 600)
  const calls = await Promise.all(people.map(person => callAs(service, person, environmentId)))
  const answers: Answer[] = []
  let lost = 0
  const raced: string[] = []
  await Promise.all(
    calls.map(async (own, index) => {
      const others = calls.filter((_, other) => other !== index)
      for (let round = 0; round < casesEach; round++) {
        const started = await own(`queues/${benchQueue.id}/next`, {}, crypto.randomUUID())
        const next = started?.json[0] as
          | { case?: { id: string; eventType: string; externalId: string; own: { leaseToken: string } } }
          | undefined
        if (!next?.case) throw new Error('The queue has no further case.')
        const { id, eventType, externalId, own: lock } = next.case
        raced.push(id)
        const tabs = [crypto.randomUUID(), crypto.randomUUID()]
        const keys = others.map(() => crypto.randomUUID())
        const decision = { leaseToken: lock.leaseToken, decision: 'Approve', reason: 'Low risk' }
        const bulk = {
          cases: [{ environmentId, eventType, id: externalId }],
          decision: 'Reject',
          reason: 'Abuse',
          includeUnderReview: true,
        }
        const results = await Promise.all(
          Array.from({ length: callsPerCase }, (_, call) =>
            call < 14
              ? own(`cases/${eventType}/${externalId}/decision`, decision, tabs[call % 2] ?? '', call % 7 === 3)
              : (others[call % 3] ?? own)('bulk-decisions', bulk, keys[call % 3] ?? ''),
          ),
        )
        for (const answer of results) {
          if (answer === null) lost++
          else answers.push(answer)
        }
      }
    }),
  )
  const outcomes = answers.flatMap(({ status, json }) =>
    json.map(each =>
      status === 200 && (each.result === undefined || each.result === 'applied')
        ? 'decided'
        : (each.code ?? each.result) === 'case.alreadyDecided' &&
            ((each.details?.case?.by && each.details.case.at) ?? each.by)
          ? 'told'
          : `${status} ${each.code ?? each.result}`,
    ),
  )
  const unexpected = outcomes.filter(outcome => outcome !== 'decided' && outcome !== 'told')
  const { rows } = await pool.query<{ decisions: number; cases: number }>(
    `select count(*)::int as decisions, count(distinct case_id)::int as cases from case_event
     where kind = 'decided' and case_id = any($1::uuid[])`,
    [raced],
  )
  await pool.end()
  const { decisions = 0, cases = 0 } = rows[0] ?? {}
  return [
    {
      name: `${(raced.length * callsPerCase).toLocaleString('en-US')} decisions that race for ${raced.length} cases`,
      value: `${decisions} decided`,
      limit: 'each case once',
      ok: decisions === raced.length && cases === raced.length,
      note: `${lost} answers lost on purpose; two tabs, repeated keys, bulk decisions of three others`,
    },
    limitedRow(
      'Answers that neither decide nor name who did',
      unexpected.length,
      count => `${count}`,
      '<',
      1,
      unexpected.length > 0 ? [...new Set(unexpected)].join(', ') : `${outcomes.length} answers`,
    ),
  ]
}
