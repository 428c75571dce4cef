import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UploadEntityName } from '../../../contract/index.ts'
import { createLabelWrite } from '../../../engine/data-events/labels.ts'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import { createEventWriter } from '../../../kernel/store/events/event-writer.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { EventWriter } from '../../../ports/index.ts'
import { csvOf, openRunBench, type RunBench } from '../testing/run-bench.ts'

/** Uploads of what the risk API has stored, too. */
let uploads: RunBench
let writer: EventWriter
beforeAll(async () => {
  uploads = await openRunBench()
  writer = await createEventWriter({ connect: uploads.bench.store.writer, log: silentLog })
})
beforeEach(async () => {
  await uploads.clear()
  for (const table of ['data_event', 'data_event_key', 'event_label'] as const) await db().deleteFrom(table).execute()
})
afterAll(async () => {
  await writer.close()
  await uploads.close()
})

const db = () => uploads.bench.store.db
/** Uploads a file with the attributes of its rows as columns, and processes it. */
const upload = async (entity: UploadEntityName, rows: readonly Record<string, string>[]) => {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  await uploads.put(
    entity,
    csvOf(
      columns,
      rows.map(row => columns.map(column => row[column] ?? '')),
    ),
  )
  return uploads.run([entity])
}

it('an older uploaded label does not change one that the risk API wrote after an upload', async () => {
  const uploaded = (LabelState: string, EventTimeStamp: string) =>
    upload('Labels', [
      { LabelObjectType: 'Purchase', LabelObjectId: 'p-1', LabelSource: 'ManualReview', LabelState, EventTimeStamp },
    ])
  const labels = () => db().selectFrom('event_label').select(['is_fraud', 'label_at', 'body']).execute()
  await uploaded('Fraud', '2025-09-01T00:00:00Z')
  const sent = {
    labelObjectType: 'Purchase',
    labelObjectId: 'p-1',
    labelSource: 'ManualReview',
    labelState: 'FalsePositive',
    eventTimeStamp: '2025-10-01T00:00:00Z',
  }
  await writer.label(createLabelWrite(places.eu, sent, new Date()))
  expect(await labels()).toEqual([{ is_fraud: false, label_at: new Date(sent.eventTimeStamp), body: sent }])
  expect((await uploaded('Fraud', '2025-09-01T00:00:00Z')).files[0]).toMatchObject({ accepted: 0, skipped: 1 })
  expect(await labels()).toEqual([{ is_fraud: false, label_at: new Date(sent.eventTimeStamp), body: sent }])
  expect((await uploaded('Fraud', '2025-11-01T00:00:00Z')).files[0]).toMatchObject({ accepted: 1, replaced: 1 })
  expect(await labels()).toMatchObject([{ is_fraud: true, label_at: new Date('2025-11-01T00:00:00Z') }])
})
