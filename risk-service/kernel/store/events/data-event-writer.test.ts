import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLabelWrite } from '../../../engine/data-events/labels.ts'
import type { Db } from '../../../ports/database.ts'
import type { DataWrite, EventWriter } from '../../../ports/index.ts'
import type { Store } from '../store.ts'
import { createTestStore, silentLog } from '../testing/test-store.ts'
import { createEventWriter } from './event-writer.ts'
import { type DataBatch, storeUploadedData } from './store-uploaded-data.ts'
import { storeUploadedLabels } from './store-uploaded-labels.ts'

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
const data = (key: string, body: Record<string, unknown>, more: Partial<DataWrite> = {}): DataWrite => ({
  environmentId,
  eventType: 'bankevent',
  key,
  entityId: key,
  dataId: randomUUID(),
  subjectType: 'purchase',
  subjectId: 'o-1',
  happenedAt: new Date(),
  receivedAt: new Date(),
  correlationId: null,
  merge: stored => ({ ...stored, ...body }),
  ...more,
})
const stored = (key: string) => store.db.selectFrom('data_event').selectAll().where('event_key', '=', key).execute()

test('fields sent replace stored ones, fields absent are kept, and there is one row', async () => {
  await writer.data(data('a', { type: 'Auth', status: 'Unknown' }))
  await writer.data(data('a', { status: 'Declined' }, { subjectId: 'o-2' }))
  const rows = await stored('a')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ body: { type: 'Auth', status: 'Declined' }, subject_id: 'o-2' })
})

test('many data events at once, several of one key among them, end as one row each', async () => {
  await Promise.all(Array.from({ length: 200 }, (_, n) => writer.data(data(`k${n % 5}`, { [`f${n}`]: n }))))
  for (let key = 0; key < 5; key++) {
    const rows = await stored(`k${key}`)
    expect(rows).toHaveLength(1)
    expect(Object.keys(rows[0]?.body ?? {})).toHaveLength(40)
  }
})

test('another environment and another type have a key of their own', async () => {
  await writer.data(data('b', { n: 1 }))
  await writer.data(data('b', { n: 2 }, { environmentId: randomUUID() }))
  await writer.data(data('b', { n: 3 }, { eventType: 'refund' }))
  expect((await stored('b')).map(({ body }) => body.n).sort()).toEqual([1, 2, 3])
})

describe('a batch of a data upload at the same time', () => {
  const uploaded = (key: string, happenedAt: Date, body: Record<string, unknown>): DataBatch => ({
    environmentId,
    eventType: 'bankevent',
    correlationId: 'upload:1',
    receivedAt: new Date(),
    items: [
      {
        dataId: randomUUID(),
        key,
        entityId: key,
        subjectType: 'purchase',
        subjectId: 'o-1',
        records: [{ happenedAt, body }],
      },
    ],
    merge: (earlier, later) => ({ ...earlier, ...later }),
  })
  const inTransaction = <Result>(work: (trx: Db) => Promise<Result>) => store.db.transaction().execute(work)
  /** Waits until a statement waits for a lock of another transaction. */
  const lockWait = () =>
    expect
      .poll(async () => {
        const { rows } = await sql`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db)
        return rows.length
      })
      .toBeGreaterThan(0)

  test('an older uploaded record does not overwrite what the risk API changes meanwhile', async () => {
    const [before, between, after] = ['2025-09-01', '2025-09-02', '2025-09-03'].map(day => new Date(day))
    await writer.data(data('raced', { status: 'Unknown' }, { happenedAt: before as Date }))
    const upload = await inTransaction(async trx => {
      await trx
        .updateTable('data_event')
        .set({ happened_at: after as Date, body: JSON.stringify({ status: 'Approved' }) })
        .where('event_key', '=', 'raced')
        .execute()
      const storing = inTransaction(other =>
        storeUploadedData(other, uploaded('raced', between as Date, { old: true })),
      )
      await lockWait()
      return { storing }
    })
    expect(await upload.storing).toEqual({ stored: 0, replaced: 0, repeated: 0, keys: [] })
    expect(await stored('raced')).toMatchObject([{ happened_at: after, body: { status: 'Approved' } }])
  })
  test('a data event whose key the upload has just stored is merged with it, and its call succeeds', async () => {
    const call = await inTransaction(async trx => {
      await storeUploadedData(trx, uploaded('fresh', new Date('2025-09-01'), { status: 'Unknown', mrn: 'm' }))
      const writing = writer.data(data('fresh', { status: 'Approved' }))
      await lockWait()
      return { writing }
    })
    expect(await call.writing).toMatchObject({ fresh: false })
    expect(await stored('fresh')).toMatchObject([{ correlation_id: null, body: { status: 'Approved', mrn: 'm' } }])
  })
  test('uploaded records of a key that the risk API has just stored are merged with it where they are later', async () => {
    const [before, between, after] = ['2025-09-01', '2025-09-02', '2025-09-03'].map(day => new Date(day)) as [
      Date,
      Date,
      Date,
    ]
    const batch = (later: Date): DataBatch => {
      const [known, other] = [uploaded('late', later, { mrn: 'm' }), uploaded(`beside ${later.getTime()}`, later, {})]
      return { ...known, items: [...known.items, ...other.items] }
    }
    const upload = async (later: Date) =>
      inTransaction(async trx => {
        // As the risk API: with the correlation id of a call.
        const call = uploaded('late', between, { status: 'Approved' })
        await storeUploadedData(trx, { ...call, correlationId: 'call' })
        const storing = inTransaction(other => storeUploadedData(other, batch(later)))
        await lockWait()
        return { storing }
      })
    const remove = async () => {
      for (const table of ['data_event', 'data_event_key'] as const)
        await store.db.deleteFrom(table).where('event_key', '=', 'late').execute()
    }
    const one = await (await upload(before)).storing
    expect(one).toMatchObject({ stored: 1, replaced: 0, keys: [`beside ${before.getTime()}`] })
    expect(await stored('late')).toMatchObject([{ correlation_id: 'call', body: { status: 'Approved' } }])
    await remove()
    const two = await (await upload(after)).storing
    expect(two).toMatchObject({ stored: 2, replaced: 1, keys: [`beside ${after.getTime()}`, 'late'] })
    expect(await stored('late')).toMatchObject([
      { correlation_id: 'call', happened_at: after, body: { status: 'Approved', mrn: 'm' } },
    ])
  })
  test('a label that the risk API stores meanwhile stays', async () => {
    const label = { labelObjectType: 'Purchase', labelObjectId: 'o-1', labelSource: 'ManualReview' }
    const write = createLabelWrite(environmentId, { ...label, labelState: 'Fraud' }, new Date('2025-09-01'))
    const upload = await inTransaction(async trx => {
      await trx
        .insertInto('event_label')
        .values({
          environment_id: environmentId,
          label_key: write.key,
          object_type: 'Purchase',
          object_id: 'o-1',
          is_fraud: false,
          label_at: new Date('2025-10-01'),
          body: JSON.stringify(label),
        })
        .execute()
      const storing = inTransaction(other =>
        storeUploadedLabels(other, environmentId, randomUUID(), [{ write, state: write.merge(null) }]),
      )
      await lockWait()
      return { storing }
    })
    expect(await upload.storing).toEqual({ stored: 0, replaced: 0, repeated: 0 })
    expect(await store.db.selectFrom('event_label').select(['is_fraud', 'body']).execute()).toEqual([
      { is_fraud: false, body: label },
    ])
  })
})
