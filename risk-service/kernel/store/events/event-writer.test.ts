import { randomUUID } from 'node:crypto'
import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLabelWrite } from '../../../engine/data-events/labels.ts'
import { seededRandom } from '../../../engine/lib/testing/seeded-random.ts'
import type { Db } from '../../../ports/database.ts'
import type { DecidedEvent, EventWriter } from '../../../ports/index.ts'
import { differingHours } from '../maintenance/rollups.ts'
import type { Store } from '../store.ts'
import { emptyFacts } from '../testing/event-data.ts'
import { createTestStore, silentLog } from '../testing/test-store.ts'
import { createEventWriter } from './event-writer.ts'
import { storeUploadedEvents } from './store-uploaded-events.ts'
import type { WriterConnection } from './writer-connection.ts'

let store: Store
let writer: EventWriter
const environment = randomUUID()
const other = randomUUID()

function event(externalId: string, more: Partial<DecidedEvent> = {}): DecidedEvent {
  const eventId = randomUUID()
  return {
    environmentId: environment,
    eventType: 'purchase',
    externalId,
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
    answer: `{"id":"${eventId}"}`,
    receivedAt: new Date(),
    correlationId: null,
    request: {},
    explanation: { contributions: [], rules: [], runtimeErrors: [] },
    ...more,
    enrichment: { entities: more.entities ?? [] },
  }
}
const label = (objectType: string, objectId: string, more: Record<string, unknown> = {}, environmentId = environment) =>
  writer.label(
    createLabelWrite(
      environmentId,
      { labelObjectType: objectType, labelObjectId: objectId, labelSource: 'Chargeback', ...more },
      new Date(),
    ),
  )
const labelOf = async (externalId: string): Promise<string | null | undefined> =>
  (await store.db.selectFrom('event').select('label').where('external_id', '=', externalId).executeTakeFirst())?.label
const open = (options: { maxWaiting?: number } = {}): Promise<EventWriter> =>
  createEventWriter({ connect: store.writer, log: silentLog, ...options })

beforeAll(async () => {
  store = await createTestStore()
  writer = await open()
})
afterAll(async () => {
  await writer.close()
  await store.close()
})

test('the event of the risk API takes the place of one that was uploaded, which has no answer', async () => {
  const entities = [{ type: 'user' as const, value: 'u-old', display: 'u-old' }]
  const uploaded = event('history', { decision: 'None', riskScore: -1, answer: '', entities })
  await store.db
    .transaction()
    .execute(trx =>
      storeUploadedEvents(trx, environment, 'purchase', { correlationId: 'upload:1', events: [uploaded] }),
    )
  const decided = [event('history', { decision: 'Reject' }), event('fresh-beside')]
  const written = await Promise.all(decided.map(each => writer.write(each)))
  expect(written).toMatchObject(decided.map(({ answer }) => ({ answer, replayed: false })))
  expect(await writer.write(event('history'))).toMatchObject({ answer: decided[0]?.answer, replayed: true })
  const stored = await store.db.selectFrom('event').selectAll().where('external_id', '=', 'history').execute()
  expect(stored).toMatchObject([{ event_id: decided[0]?.eventId, decision: 'Reject', risk_score: 150 }])
  const links = await store.db.selectFrom('event_entity').selectAll().where('entity_value', '=', 'u-old').execute()
  expect(links).toEqual([])
  expect(await differingHours(store.db, environment)).toEqual([])
})

test('an upload that replaces events and decisions of the same ids never wait for each other in a circle', async () => {
  const uploaded = (externalId: string) => event(externalId, { decision: 'None', riskScore: -1, answer: '' })
  const upload = (trx: Db, run: string, ids: readonly string[]) =>
    storeUploadedEvents(trx, environment, 'purchase', { correlationId: `upload:${run}`, events: ids.map(uploaded) })
  await store.db.transaction().execute(trx => upload(trx, 'first', ['circle-2']))
  const decided = ['circle-1', 'circle-2'].map(id => event(id))
  let writing: Promise<unknown> = Promise.resolve()
  const isRemoval = ({ sql: text }: { sql: string }) => text.includes('delete from event_body')
  const result = await store.db.transaction().execute(trx => {
    const watched = new Proxy(trx, {
      get(target, name) {
        if (name !== 'executeQuery') return Reflect.get(target, name) as unknown
        return async (query: CompiledQuery) => {
          const answer = await target.executeQuery(query)
          if (isRemoval(query)) {
            writing = Promise.all(decided.map(each => writer.write(each)))
            await new Promise(resolve => setTimeout(resolve, 100))
          }
          return answer
        }
      },
    })
    return upload(watched, 'second', ['circle-1', 'circle-2'])
  })
  expect(result).toMatchObject({ stored: 2, replaced: 1, repeated: 0 })
  expect(await writing).toMatchObject(decided.map(({ answer }) => ({ answer, replayed: false })))
  const stored = await store.db
    .selectFrom('event')
    .innerJoin('event_key', join =>
      join.onRef('event_key.event_id', '=', 'event.event_id').onRef('event_key.at', '=', 'event.at'),
    )
    .select(['event.external_id', 'event.event_id', 'decision'])
    .where('event.external_id', 'like', 'circle-%')
    .orderBy('event.external_id')
    .execute()
  expect(stored).toEqual(
    decided.map(({ externalId, eventId }) => ({ external_id: externalId, event_id: eventId, decision: 'Approve' })),
  )
})

test('an uploaded event stays when the connection is lost before the one of the risk API is written', async () => {
  const uploaded = event('lost', { decision: 'None', riskScore: -1, answer: '' })
  const batch = { correlationId: 'upload:1', events: [uploaded] }
  await store.db.transaction().execute(trx => storeUploadedEvents(trx, environment, 'purchase', batch))
  let isLost = false
  const failing = await createEventWriter({
    log: silentLog,
    async connect() {
      const client: WriterConnection = await store.writer()
      const query: WriterConnection['query'] = sent => {
        isLost ||= typeof sent === 'object' && sent.name === 'remove-upload-links'
        return isLost ? Promise.reject(Object.assign(new Error('lost'), { code: '57P01' })) : client.query(sent)
      }
      return { query, on: client.on.bind(client), end: () => client.end() }
    },
  })
  await expect(failing.write(event('lost'))).rejects.toMatchObject({ name: 'Unavailable' })
  await failing.close()
  const decisions = () => store.db.selectFrom('event').select('decision').where('external_id', '=', 'lost').execute()
  expect(await decisions()).toEqual([{ decision: 'None' }])
  expect(await writer.write(event('lost'))).toMatchObject({ replayed: false })
  expect(await decisions()).toEqual([{ decision: 'Approve' }])
})

test('postal codes are stored once beside the entities, and are no entity of the event', async () => {
  const entities = [{ type: 'user' as const, value: 'ada', display: 'Ada' }]
  for (const _ of ['first', 'repeated'])
    await writer.write(event('posted', { entities, facts: { ...emptyFacts, postalCodes: ['us 98101', 'gb sw1a1aa'] } }))
  const stored = await store.db
    .selectFrom('event_entity as x')
    .innerJoin('event as e', 'e.event_id', 'x.event_id')
    .innerJoin('event_body as b', 'b.event_id', 'x.event_id')
    .select(['x.entity_type', 'x.entity_value', 'b.enrichment'])
    .where('e.external_id', '=', 'posted')
    .orderBy('x.entity_value')
    .execute()
  expect(stored.map(row => [row.entity_type, row.entity_value])).toEqual([
    ['user', 'ada'],
    ['postalCode', 'gb sw1a1aa'],
    ['postalCode', 'us 98101'],
  ])
  expect(stored[0]?.enrichment).toEqual({ entities })
})

describe('an id counts once', () => {
  test('one of several concurrent repeats wins, the others get its answer byte for byte', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => writer.write(event('twice'))))
    expect(new Set(results.map(({ answer }) => answer)).size).toBe(1)
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
    const { replayed, answer } = await writer.write(event('twice'))
    expect({ replayed, answer }).toEqual({ replayed: true, answer: results[0]?.answer })
    expect(
      await store.db.selectFrom('event').select('event_id').where('external_id', '=', 'twice').execute(),
    ).toHaveLength(1)
  })
  test('a repeat in the middle of a batch costs its neighbours nothing; another environment has ids of its own', async () => {
    const results = await Promise.all([
      writer.write(event('n1')),
      writer.write(event('twice')),
      writer.write(event('n2')),
      writer.write(event('twice', { environmentId: other })),
    ])
    expect(results.map(({ replayed }) => replayed)).toEqual([false, true, false, false])
  })
})

test('a row that the database refuses fails alone', async () => {
  const bad = event('bad', { facts: { ...emptyFacts, itemCount: 1e12 } })
  const results = await Promise.allSettled([
    writer.write(event('g1')),
    writer.write(bad),
    writer.write(event('g2')),
    writer.write(event('g3')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await writer.write(event('bad'))).toMatchObject({ replayed: false })
})

describe('labels', () => {
  const person = [
    { type: 'user', value: 'cust-1', display: 'Cust-1' },
    { type: 'email', value: 'ann@example.com', display: 'Ann@example.com' },
  ] as const
  test('labels count on a purchase that is stored, and are reversed', async () => {
    await writer.write(event('l1'))
    await label('Purchase', 'l1')
    expect(await labelOf('l1')).toBe('Fraud')
    await label('Purchase', 'l1', { isFraud: false })
    expect(await labelOf('l1')).toBe('NonFraud')
    await label('Purchase', 'l1', { labelState: 'Disputed' })
    expect(await labelOf('l1')).toBe('NonFraud')
    expect(
      await store.db.selectFrom('event_label').select('label_key').where('object_id', '=', 'l1').execute(),
    ).toHaveLength(1)
  })
  test('labels that come before their purchase count on it', async () => {
    await label('Purchase', 'l2')
    await writer.write(event('l2'))
    expect(await labelOf('l2')).toBe('Fraud')
  })
  test('the latest decided one counts, not the latest sent', async () => {
    await writer.write(event('l3'))
    await label('Purchase', 'l3', {
      labelSource: 'ManualReview',
      isFraud: false,
      eventTimeStamp: '2025-05-02T00:00:00Z',
    })
    await label('Purchase', 'l3', { eventTimeStamp: '2025-05-01T00:00:00Z' })
    expect(await labelOf('l3')).toBe('NonFraud')
  })
  test('labels on a user count on every event inside the effective dates, those that come later too', async () => {
    const before = event('l4', { entities: person, at: new Date(Date.now() - 3 * 86_400_000) })
    await Promise.all([writer.write(before), writer.write(event('l5', { entities: person }))])
    await label('Account', 'CUST-1', { effectiveStartDate: new Date(Date.now() - 86_400_000).toISOString() })
    await writer.write(event('l6', { entities: person }))
    expect(await Promise.all(['l4', 'l5', 'l6'].map(labelOf))).toEqual([null, 'Fraud', 'Fraud'])
    await label('Email', 'ann@EXAMPLE.com', { labelSource: 'ManualReview', isFraud: false })
    expect(await Promise.all(['l4', 'l5', 'l6'].map(labelOf))).toEqual(['NonFraud', 'NonFraud', 'NonFraud'])
  })
})

test('roll-ups equal a recount after random traffic', async () => {
  const random = seededRandom(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const rules = Array.from({ length: 3 }, () => randomUUID())
  const work: Promise<unknown>[] = []
  for (let n = 0; n < 600; n++) {
    const id = `r${Math.floor(random() * 300)}`
    const environmentId = pick([environment, other])
    if (random() < 0.3) {
      const wide = random() < 0.2
      work.push(
        label(
          wide ? 'Account' : 'Purchase',
          wide ? `u${n % 5}` : id,
          { labelSource: pick(['A', 'B']), isFraud: random() < 0.6 },
          environmentId,
        ),
      )
      continue
    }
    const rule = pick([null, ...rules])
    work.push(
      writer.write(
        event(id, {
          environmentId,
          at: new Date(Date.now() - Math.floor(random() * 40) * 1_800_000),
          decision: pick(['Approve', 'Review', 'Reject', 'Challenge']),
          riskScore: Math.floor(random() * 1000),
          ruleId: rule,
          rule: rule && 'Rule',
          clause: rule && pick(['a', 'b']),
          facts: { ...emptyFacts, amountUsd: pick([null, 100, 999]) },
          entities: [{ type: 'user', value: `u${Math.floor(random() * 5)}`, display: 'u' }],
        }),
      ),
    )
    if (random() < 0.05) await Promise.all(work.splice(0))
  }
  await Promise.all(work)
  for (const id of [environment, other]) expect(await differingHours(store.db, id)).toEqual([])
  const labelled = await store.db.selectFrom('event').select('event_id').where('label', 'is not', null).execute()
  expect(labelled.length).toBeGreaterThan(50)
})

describe('overload and outage', () => {
  test('the writer refuses events over its bound at once, and takes them again when it has caught up', async () => {
    const small = await open({ maxWaiting: 10 })
    const results = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => small.write(event(`o${n}`))))
    const refused = results.filter(result => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(100)
    expect(refused[0]?.reason).toMatchObject({ name: 'Unavailable', reason: 'overload', retryAfter: 1 })
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(10)
    expect(await small.write(event('o-after'))).toMatchObject({ replayed: false })
    await small.close()
  })
  test('the writer refuses events over a lost connection, loses none that it acknowledged, and is back by itself', async () => {
    const lonely = await open()
    const acknowledged: string[] = []
    const refused: string[] = []
    // The traffic continues until the loss of the connection affected part of it: how soon depends on the machine.
    let sent = 0
    const traffic = Array.from({ length: 8 }, async () => {
      while (refused.length === 0 || sent < 300) {
        const id = `x${sent++}`
        await lonely.write(event(id)).then(
          () => acknowledged.push(id),
          () => refused.push(id),
        )
      }
    })
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'assay-writer%' and datname = current_database()`.execute(
      store.db,
    )
    await Promise.all(traffic)
    expect(refused.length).toBeGreaterThan(0)
    await expect.poll(() => lonely.unavailableReason(), { timeout: 5000 }).toBeNull()
    const stored = new Set(
      (await store.db.selectFrom('event').select('external_id').where('external_id', 'like', 'x%').execute()).map(
        row => row.external_id,
      ),
    )
    expect(acknowledged.filter(id => !stored.has(id))).toEqual([])
    const again = await Promise.all(refused.map(id => lonely.write(event(id))))
    expect(again).toHaveLength(refused.length)
    expect(await differingHours(store.db, environment)).toEqual([])
    await lonely.close()
    await expect.poll(() => writer.unavailableReason(), { timeout: 5000 }).toBeNull()
  })
})
