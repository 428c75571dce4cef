import { randomUUID } from 'node:crypto'
import { constants, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { tracingLimits } from '../../contract/index.ts'
import { createLabelWrite } from '../../engine/data-events/labels.ts'
import { openMemoryFile } from '../../kernel/console-api/memory-files.ts'
import { storeUploadedData } from '../../kernel/store/events/store-uploaded-data.ts'
import { storeUploadedEvents } from '../../kernel/store/events/store-uploaded-events.ts'
import { storeUploadedLabels } from '../../kernel/store/events/store-uploaded-labels.ts'
import { uploadedEvent } from '../../kernel/store/testing/event-data.ts'
import type { OpenScratchFile, ScratchFile } from '../../ports/index.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { exportEvents } from './subscriptions/export-events.ts'
import { openTracingBench, type TracingBench } from './testing/tracing-bench.ts'
import { tracingCallOf } from './testing/tracing-call.ts'

let tracing: TracingBench
let openFile: OpenScratchFile
beforeAll(async () => {
  tracing = await openTracingBench({ openScratchFile: (signal, limits) => openFile(signal, limits) })
})
afterAll(() => tracing.bench.close())
beforeEach(async () => {
  await tracing.reset()
  openFile = openMemoryFile
})

const day = { from: '2025-03-03T00:00:00.000Z', to: '2025-03-04T00:00:00.000Z' }
interface Exported {
  uniqueId: string
  request: { user: { email?: string } }
}

/** Exports the transactions of a day, and returns what the file has. */
async function exported(as: string, period: object = day, environmentId: string = caseIds.root): Promise<Exported[]> {
  const path = `${environmentId}/traced-events/export`
  const response = await tracing.bench.post(as, path, { kind: 'transactional', ...period })
  expect(response.status).toBe(200)
  const text = gunzipSync(new Uint8Array(await response.arrayBuffer())).toString('utf8')
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Exported)
}

it('a file has the stored events of a kind and a period, without a subscription, and is audited', async () => {
  await tracing.bench.send({ id: 'P-1', amount: 1 })
  await tracing.bench.send({ id: 'P-2', amount: 1, environmentId: caseIds.eu })
  tracing.bench.at(new Date('2025-03-04T00:00:00Z'))
  await tracing.bench.send({ id: 'P-3', amount: 1 })
  expect((await exported('Vera')).map(({ uniqueId }) => uniqueId)).toEqual(['P-1', 'P-2'])
  expect((await exported('Pia', day, caseIds.eu)).map(({ uniqueId }) => uniqueId)).toEqual(['P-2'])
  const audit = await tracing.db
    .selectFrom('audit_log')
    .select(['operation', 'after', 'environment_id'])
    .where('resource_type', '=', 'EventSubscription')
    .orderBy('id')
    .execute()
  expect(audit).toMatchObject([
    { operation: 'Export', after: { ...day, kind: 'transactional', events: 2 }, environment_id: caseIds.root },
    { operation: 'Export', after: { events: 1 }, environment_id: caseIds.eu },
  ])
})

it('personal data is hidden as the roles of the caller say', async () => {
  await tracing.bench.send({ id: 'P-1', amount: 1, email: 'kim@harbor.example' })
  const emailOf = async (as: string) => (await exported(as))[0]?.request.user.email
  expect(await emailOf('Vera')).toBe('kim@harbor.example')
  await tracing.maskEmailsFrom('AllAreasViewer')
  expect(await emailOf('Vera')).toBe('k***@harbor.example')
  expect(await emailOf('Pia')).toBe('kim@harbor.example')
})

it('what was uploaded is left out, with and without masking, and what the risk API received beside it is not', async () => {
  await tracing.bench.send({ id: 'P-1', amount: 1 })
  await tracing.bench.sendStatus('P-1', 'Approved')
  const at = tracing.bench.now()
  const [runId, dataId] = [randomUUID(), randomUUID()]
  const correlationId = `upload:${runId}`
  const event = { ...uploadedEvent(caseIds.root, 'P-0', at), correlationId }
  const records = [{ happenedAt: at, body: { purchaseId: 'P-0' } }]
  const status = { subjectType: 'purchase', subjectId: 'P-0', records }
  const sent = { labelObjectType: 'Purchase', labelObjectId: 'P-0', labelSource: 'ManualReview', labelState: 'Fraud' }
  const write = createLabelWrite(caseIds.root, sent, at)
  await tracing.db.transaction().execute(async trx => {
    await storeUploadedEvents(trx, caseIds.root, 'purchase', { correlationId, events: [event] })
    await storeUploadedData(trx, {
      environmentId: caseIds.root,
      eventType: 'purchasestatus',
      correlationId,
      receivedAt: at,
      items: [{ dataId, key: 'P-0', entityId: 'P-0', ...status }],
      merge: stored => stored,
    })
    await storeUploadedLabels(trx, caseIds.root, runId, [{ write, state: write.merge(null) }])
  })
  await tracing.db.updateTable('event_label').set({ received_at: at }).execute()
  const requests = async () =>
    (await exported('Vera')).map(({ request }) => (request as { purchaseId?: string }).purchaseId)
  expect(await requests()).toEqual(['P-1', 'P-1'])
  await tracing.maskEmailsFrom('AllAreasViewer')
  expect(await requests()).toEqual(['P-1', 'P-1'])
})

it('is refused for a period that ends before it begins, to those without the right, and to another tenant', async () => {
  const statusOf = async (as: string, period: object = {}) =>
    (await tracing.bench.post(as, `${caseIds.root}/traced-events/export`, { kind: 'audit', ...day, ...period })).status
  expect(await statusOf('Vera', { to: day.from })).toBe(422)
  expect(await statusOf('Ana')).toBe(403)
  expect(await statusOf('Outsider')).toBe(404)
})

/** Exports without the console API, into a file of a test. */
function exportInto(file: Partial<ScratchFile>, limits: object, signal?: AbortSignal): Promise<File> {
  const call = tracingCallOf(tracing, {
    db: counting(),
    openScratchFile: async (...opened) => ({ ...(await openMemoryFile(...opened)), ...file }),
  })
  return exportEvents(call, { kind: 'activityLog', ...day }, signal, limits)
}

let rowsRead = 0
/** The database, which counts the rows of history that are read. */
const counting = () =>
  tracing.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      rowsRead += result.rows.filter(row => 'exact' in row).length
      return Promise.resolve(result)
    },
  })

/** Stores entries of the activity log that hardly compress, so that what is read is soon written. */
async function storeEntries(count: number): Promise<void> {
  await tracing.create()
  await sql`insert into audit_log select (jsonb_populate_record(l, jsonb_build_object(
      'id', md5(n::text), 'at', l.at + n * interval '1 millisecond',
      'resource_name', (select string_agg(md5(random()::text), '') from generate_series(1, 20 + n * 0)))
    )).* from audit_log l cross join generate_series(1, ${count}::int) n`.execute(tracing.db)
  rowsRead = 0
}

it('a large file is written page by page: rows are read when those before are in it', async () => {
  await storeEntries(1500)
  const pieces: Uint8Array[] = []
  const buffered: number[] = []
  const linesOf = () =>
    gunzipSync(Buffer.concat(pieces), { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8').split('\n').length - 1
  await exportInto(
    {
      async write(piece) {
        // The file takes its time, and what is read meanwhile is counted before this piece is in it.
        await new Promise(resolve => setImmediate(resolve))
        if (pieces.length > 0) buffered.push(rowsRead - linesOf())
        pieces.push(piece)
      },
    },
    { rows: 25 },
  )
  const lines = linesOf()
  expect([rowsRead, lines]).toEqual([1501, 1501])
  expect(buffered.length).toBeGreaterThan(20)
  // Three pages: one that is read, and what the compressor has not passed on.
  expect(Math.max(...buffered)).toBeLessThan(150)
})

it('says when a period has more events than one file may have, or takes too long, and leaves no file', async () => {
  await storeEntries(3)
  const discard = vi.fn(() => Promise.resolve())
  await expect(exportInto({ discard }, { limit: 2 })).rejects.toMatchObject({
    issues: [{ path: ['to'], message: expect.stringContaining('more than 2 events') as unknown }],
  })
  await expect(exportInto({ discard }, { seconds: 0 })).rejects.toMatchObject({
    issues: [{ path: ['to'], message: 'The period takes too long to read.' }],
  })
  expect(discard).toHaveBeenCalledTimes(2)
  expect(await tracing.db.selectFrom('audit_log').select('id').where('operation', '=', 'Export').execute()).toEqual([])
})

it('ends when nobody waits for the answer any more, and when its file cannot be written', async () => {
  await storeEntries(100)
  const discard = vi.fn(() => Promise.resolve())
  const left = new AbortController()
  const write = () => {
    left.abort()
    return Promise.resolve()
  }
  await expect(exportInto({ discard, write }, { rows: 2 }, left.signal)).rejects.toThrow('aborted')
  expect(rowsRead).toBeLessThan(101)
  const full = () => Promise.reject(new Error('no space left on device'))
  await expect(exportInto({ discard, write: full }, { rows: 2 })).rejects.toThrow('no space left')
  expect(discard).toHaveBeenCalledTimes(2)
})

it('does not delay an import, and one tenant makes one file at a time', async () => {
  await tracing.bench.send({ id: 'P-1', amount: 1 })
  let open = 0
  let end = (): void => undefined
  const written = new Promise<void>(resolve => {
    end = resolve
  })
  openFile = async (...opened) => {
    open += 1
    return { ...(await openMemoryFile(...opened)), write: () => written }
  }
  const path = `${caseIds.root}/traced-events/export`
  const files = [1, 2].map(() => tracing.bench.post('Pia', path, { kind: 'transactional', ...day }))
  await expect.poll(() => open).toBe(1)
  const form = new FormData()
  form.append('file', new File(['value,status\nkim@harbor.example,Block\n'], 'entries.csv'))
  const imported = await tracing.bench.call('Pia', 'POST', `${caseIds.root}/lists/support/email/import`, form)
  expect([imported.status, open]).toEqual([200, 1])
  end()
  expect((await Promise.all(files)).map(({ status }) => status)).toEqual([200, 200])
  expect(open).toBe(2)
})

it('the next file of a tenant waits until the one before is sent or given up, not only written', async () => {
  await tracing.bench.send({ id: 'P-1', amount: 1 })
  const sent = Promise.withResolvers<null>()
  const opened: object[] = []
  openFile = async (signal, limits) => {
    opened.push(limits)
    return { ...(await openMemoryFile(signal, limits)), removed: sent.promise }
  }
  const path = `${caseIds.root}/traced-events/export`
  const send = () => tracing.bench.post('Pia', path, { kind: 'transactional', ...day })
  expect((await send()).status).toBe(200)
  const next = send()
  // Another answer of the service: the second export had time to begin.
  expect((await tracing.list()).length).toBe(0)
  expect(opened).toEqual([{ bytes: tracingLimits.exportedBytes, seconds: tracingLimits.exportSeconds }])
  sent.resolve(null)
  expect((await next).status).toBe(200)
  expect(opened).toHaveLength(2)
})

it.each(['REST', 'a procedure'])('an answer whose file cannot be sent to its end is cut off: %s', async way => {
  await tracing.bench.send({ id: 'P-1', amount: 1 })
  const removed = Promise.withResolvers<Error>()
  const stream = () => new ReadableStream({ pull: () => new Promise(() => undefined) })
  openFile = async (signal, limits) => ({
    ...(await openMemoryFile(signal, limits)),
    finish: (name, type) =>
      Object.defineProperties(new File([], name, { type }), { size: { value: 9 }, stream: { value: stream } }),
    removed: removed.promise,
  })
  const input = { kind: 'transactional', ...day }
  const answer =
    way === 'REST'
      ? await tracing.bench.post('Pia', `${caseIds.root}/traced-events/export`, input)
      : await tracing.bench.answerOf('Pia', 'eventSubscriptions/export', { environmentId: caseIds.root, ...input })
  expect(answer.status).toBe(200)
  const read = answer.arrayBuffer()
  removed.resolve(new Error('The file was given up.'))
  await expect(read).rejects.toThrow('The file was given up.')
})
