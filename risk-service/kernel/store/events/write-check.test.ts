import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHealth, createMetrics } from '../../../http/health.ts'
import type { DecidedEvent } from '../../../ports/index.ts'
import type { Store } from '../store.ts'
import { emptyFacts } from '../testing/event-data.ts'
import { createTestStore, silentLog } from '../testing/test-store.ts'
import { type CheckedEventWriter, createEventWriter } from './event-writer.ts'
import { createWriteCheck } from './write-check.ts'
import type { WriterConnection } from './writer-connection.ts'

let store: Store
let writer: CheckedEventWriter
/** What the database answers the writer's statements with; null: it carries them out. */
let fault: string | null = null
let room = true
beforeEach(async () => {
  store = await createTestStore()
  fault = null
  room = true
  writer = await createEventWriter({
    log: silentLog,
    connect: async () => {
      const client = await store.writer()
      return {
        query: <R extends object>(query: Parameters<WriterConnection['query']>[0]) =>
          fault === null
            ? (client.query(query) as unknown as Promise<{ rows: R[] }>)
            : Promise.reject(Object.assign(new Error('refused'), { code: fault })),
        on: (event, listener) => client.on(event, listener),
        end: () => client.end(),
      }
    },
  })
})
afterEach(async () => {
  await writer.close()
  await store.close()
})

function decided(): DecidedEvent {
  const eventId = randomUUID()
  return {
    environmentId: randomUUID(),
    eventType: 'purchase',
    externalId: eventId,
    eventId,
    at: new Date(),
    decision: 'Approve',
    reason: 'NO_RULE_HIT',
    riskScore: 150,
    ruleId: null,
    rule: null,
    clause: null,
    ruleEnvironmentId: null,
    facts: emptyFacts,
    entities: [],
    answer: '{}',
    receivedAt: new Date(),
    correlationId: null,
    request: {},
    explanation: { contributions: [], rules: [], runtimeErrors: [] },
    enrichment: { entities: [] },
  }
}
const write = () =>
  writer.write(decided()).then(
    () => true,
    () => false,
  )
async function ready(): Promise<number> {
  const writes = createWriteCheck({
    lastFailure: writer.lastFailure,
    db: store.db,
    hasRoom: () => Promise.resolve(room),
    settlingMs: 300,
  })
  const health = createHealth({ metrics: createMetrics(), checks: { writes } })
  return (await health.request('/health/ready')).status
}
const stored = async () => (await store.db.selectFrom('event').select('event_id').execute()).length

// The disk is full, the server has no memory, a table of the writer is missing.
it.each(['53100', '53200', '42P01'])(
  'a service whose events cannot be written (%s) is not ready, and is ready again by itself',
  async code => {
    expect([await write(), await ready()]).toEqual([true, 200])
    fault = code
    expect([await write(), await ready()]).toEqual([false, 503])
    fault = null
    const since = performance.now()
    await expect.poll(ready, { timeout: 5000, interval: 100 }).toBe(200)
    expect(performance.now() - since).toBeLessThan(5000)
    // Nothing that was acknowledged is missing, and the next event is written.
    await expect.poll(write, { timeout: 2000 }).toBe(true)
    expect([await stored(), await ready()]).toEqual([2, 200])
  },
)

it('a service whose writes keep failing stays unready', async () => {
  fault = '53100'
  await write()
  for (let moment = 0; moment < 6; moment++) {
    await new Promise(resolve => setTimeout(resolve, 100))
    await write()
    expect(await ready()).toBe(503)
  }
})

it('a value that the database refuses says nothing about the service', async () => {
  fault = '22021'
  expect([await write(), await ready()]).toEqual([false, 200])
})

it('a service whose disk is full is not ready before an event failed', async () => {
  room = false
  expect(await ready()).toBe(503)
})
