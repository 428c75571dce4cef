import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataWrite, EventWriter } from '../../../ports/index.ts'
import type { Store } from '../store.ts'
import { createTestStore, silentLog } from '../testing/test-store.ts'
import { createEventWriter } from './event-writer.ts'

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
