import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabelWrite } from '../../../../engine/data-events/labels.ts'
import type { Db } from '../../../../ports/database.ts'
import type { DecidedEvent, EventWriter } from '../../../../ports/index.ts'
import { differingHours } from '../../maintenance/rollups.ts'
import { newId } from '../../new-id.ts'
import type { Store } from '../../store.ts'
import { emptyFacts } from '../../testing/event-data.ts'
import { createTestStore, silentLog } from '../../testing/test-store.ts'
import { createEventWriter } from '../event-writer.ts'
import { storeUploadedEvents } from '../store-uploaded-events.ts'
import { storeUploadedLabels } from '../store-uploaded-labels.ts'
import { relabelReceived, waitForWriters } from './relabel-received.ts'

let store: Store
let writer: EventWriter
beforeAll(async () => {
  store = await createTestStore()
  writer = await createEventWriter({ connect: store.writer, log: silentLog })
})
afterAll(async () => {
  await writer.close()
  await store.close()
})

const environmentId = randomUUID()
const runId = randomUUID()
const inTransaction = <Result>(work: (trx: Db) => Promise<Result>) => store.db.transaction().execute(work)

function event(externalId: string, more: Partial<DecidedEvent> = {}): DecidedEvent {
  return {
    environmentId,
    eventType: 'purchase',
    externalId,
    eventId: newId(),
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
    ...more,
  }
}
const label = (objectId: string, labelState: string, labelSource: string, at: string) =>
  createLabelWrite(
    environmentId,
    { labelObjectType: 'Purchase', labelObjectId: objectId, labelSource, labelState, eventTimeStamp: at },
    new Date(),
  )
const upload = (trx: Db, objectId: string, labelState: string, at: string) => {
  const write = label(objectId, labelState, 'ManualReview', at)
  return storeUploadedLabels(trx, environmentId, runId, [{ write, state: write.merge(null) }])
}
const labelOf = async (externalId: string) =>
  (await store.db.selectFrom('event').select('label').where('external_id', '=', externalId).executeTakeFirst())?.label
const relabelNow = () =>
  relabelReceived(store.db, { environmentId, runId, since: new Date(Date.now() - 60_000), ownTypes: [] }, () =>
    Promise.resolve(),
  )
/** Waits until a statement waits for a lock of another transaction. */
const lockWait = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db)
      return rows.length
    })
    .toBeGreaterThan(0)

test('of a label of an upload and one of the risk API the later one counts, and roll-ups agree', async () => {
  await writer.write(event('raced'))
  const { writing } = await inTransaction(async trx => {
    await upload(trx, 'raced', 'Fraud', '2025-09-01T00:00:00Z')
    const call = writer.label(label('raced', 'FalsePositive', 'CustomerEscalation', '2025-09-02T00:00:00Z'))
    await lockWait()
    return { writing: call }
  })
  await writing
  expect(await labelOf('raced')).toBe('NonFraud')
  expect(await differingHours(store.db, environmentId)).toEqual([])
})

test('an event that is decided while labels are stored is labelled when the run ends', async () => {
  await inTransaction(async trx => {
    await upload(trx, 'decided', 'Fraud', '2025-09-01T00:00:00Z')
    // Its statement does not see the label, whose statement has not seen the event.
    await writer.write(event('decided'))
  })
  expect(await labelOf('decided')).toBeNull()
  await relabelNow()
  expect(await labelOf('decided')).toBe('Fraud')
  expect(await differingHours(store.db, environmentId)).toEqual([])
})

test('an uploaded event gets the label that the risk API received while it was stored', async () => {
  const uploaded = event('history', { decision: 'None', riskScore: -1, answer: '' })
  await inTransaction(async trx => {
    await storeUploadedEvents(trx, environmentId, 'purchase', { correlationId: `upload:${runId}`, events: [uploaded] })
    await writer.label(label('history', 'Fraud', 'Chargeback', '2025-09-01T00:00:00Z'))
  })
  expect(await labelOf('history')).toBeNull()
  await relabelNow()
  expect(await labelOf('history')).toBe('Fraud')
})

test('writers that have begun are waited for, and not for ever', async () => {
  await inTransaction(async trx => {
    await sql`select pg_current_xact_id()`.execute(trx)
    expect(await waitForWriters(store.db, 100)).toBe(false)
  })
  expect(await waitForWriters(store.db, 5000)).toBe(true)
})
