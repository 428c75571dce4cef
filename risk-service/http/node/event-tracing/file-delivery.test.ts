import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { EventSubscription } from '../../../contract/index.ts'
import { caseIds } from '../../../features/cases/testing/case-bench.ts'
import {
  openTracingBench,
  type TracingBench,
  tracingSecret,
} from '../../../features/event-tracing/testing/tracing-bench.ts'
import type { EventSinks } from '../../../ports/index.ts'
import { openDirectoryTarget } from './directory-target.ts'
import { createEventSinks } from './event-sinks.ts'
import { filesBelow, verifiedEvents } from './testing/written-files.ts'

let tracing: TracingBench
let root: string
/** What happens to a write in the place of the real one. */
let openFile: typeof fs.open = fs.open
let beforePut: () => void = () => undefined
/** What happens while a file is written, before it has its name. */
let duringPut: (signal: AbortSignal | undefined) => Promise<void> = () => Promise.resolve()

beforeAll(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'assay-files-'))
  const http = { send: () => Promise.reject(new Error('Nothing is sent.')), addressIssue: () => null }
  const installed = createEventSinks({ directories: [root], plugins: [], reachable: {}, http })
  const sinks: EventSinks = {
    ...installed,
    openFiles(sink, { environmentId }) {
      if (sink.kind !== 'directory') throw new Error('There are directories only.')
      const target = openDirectoryTarget({
        sink,
        environmentId,
        directories: [root],
        open: (...args) => openFile(...args),
      })
      return {
        ...target,
        async put(file, bytes, signal) {
          beforePut()
          await duringPut(signal)
          return target.put(file, bytes, signal)
        },
      }
    },
  }
  // Sets of two rows, so that what is stored in between is seen.
  tracing = await openTracingBench({ sinks, fileLimits: { rows: 2, packedBytes: 0 } })
})
afterAll(async () => {
  await tracing.bench.close()
  await fs.rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  await tracing.reset()
  openFile = fs.open
  beforePut = () => undefined
  duringPut = () => Promise.resolve()
  await fs.rm(path.join(root, caseIds.root), { recursive: true, force: true })
  tracing.bench.at('09:00')
})

const sink = (folder = 'orders') => ({ kind: 'directory', directory: root, folder })
const container = (folder = 'orders') => path.join(root, caseIds.root, folder)
const stored = async () => (await tracing.list())[0] as EventSubscription
const send = async (...ids: string[]) => {
  for (const id of ids) await tracing.bench.send({ id, amount: 1 })
}
/** Has what happens from now on be numbered at the time of the bench, which is not that of the database. */
const deliver = async () => {
  await tracing.db.updateTable('event_outbox').set({ created_at: tracing.bench.now() }).execute()
  await tracing.deliver()
}
const idsOf = (folder?: string) => verifiedEvents(container(folder), tracingSecret).map(({ uniqueId }) => uniqueId)

/** Creates a subscription after five purchases on two days, at ten past ten; its history is due. */
async function subscribeToHistory(): Promise<void> {
  await send('P-1', 'P-2', 'P-3')
  tracing.bench.at(new Date('2025-03-04T09:40:00Z'))
  await send('P-4', 'P-5')
  tracing.bench.at(new Date('2025-03-04T10:10:00Z'))
  expect((await tracing.create({ sink: sink() })).status).toBe(200)
  // What was under way before it, and is not traced, is stored first.
  await deliver()
  expect(await stored()).toMatchObject({ history: 0, files: 0, nextAt: '2025-03-04T10:10:20.000Z' })
  tracing.bench.at(new Date('2025-03-04T10:10:20Z'))
}

it('stored events are written first, by name, day and half hour, then those of each half hour that is over', async () => {
  await subscribeToHistory()
  expect(await stored()).toMatchObject({ history: 0, files: 0, state: 'active' })
  await deliver()
  // What happened last is copied once it is certain that all of it is stored.
  expect(await stored()).toMatchObject({ history: 99, nextAt: '2025-03-04T10:10:40.000Z' })
  await send('P-6')
  tracing.bench.at(new Date('2025-03-04T10:10:40Z'))
  await deliver()
  expect(await stored()).toMatchObject({ history: null, nextAt: '2025-03-04T10:30:00.000Z', waiting: 1, delivered: 5 })
  const assessments = 'FraudProtection.Assessment.Purchase'
  expect(filesBelow(container())).toEqual([
    `${assessments}/2025/03/03/0900-0001.ndjson.gz`,
    `${assessments}/2025/03/03/0900-0002.ndjson.gz`,
    `${assessments}/2025/03/04/0930-0001.ndjson.gz`,
    `${assessments}/2025/03/04/0930-0002.ndjson.gz`,
    '_manifest/2025-03-03.json',
    '_manifest/2025-03-04.json',
  ])
  expect(idsOf().sort()).toEqual(['P-1', 'P-2', 'P-3', 'P-4', 'P-5'])
  // The half hour is not over yet.
  tracing.bench.at(new Date('2025-03-04T10:29:59Z'))
  await deliver()
  expect(idsOf()).toHaveLength(5)
  tracing.bench.at(new Date('2025-03-04T10:30:00Z'))
  await deliver()
  expect(filesBelow(container())).toContain(`${assessments}/2025/03/04/1000-0001.ndjson.gz`)
  expect(idsOf().at(-1)).toBe('P-6')
  expect(await stored()).toMatchObject({ waiting: 0, nextAt: '2025-03-04T11:00:00.000Z' })
  // A half hour without events has no file.
  tracing.bench.at(new Date('2025-03-04T11:00:00Z'))
  await deliver()
  expect(idsOf()).toHaveLength(6)
})

it('a process that ends in the middle of the history continues where it was, and writes nothing twice', async () => {
  await subscribeToHistory()
  let puts = 0
  beforePut = () => {
    puts += 1
    // After the first set with its manifest, and one file of the second.
    if (puts > 3) throw new Error('The process ends.')
  }
  await deliver()
  const after = await stored()
  expect(after).toMatchObject({ history: 40, files: 1, failure: null })
  beforePut = () => undefined
  tracing.bench.at(new Date('2025-03-04T10:11:00Z'))
  await deliver()
  expect(idsOf().sort()).toEqual(['P-1', 'P-2', 'P-3', 'P-4', 'P-5'])
})

it('a process that loses its lease in the middle of a file leaves the file and the subscription to the next one', async () => {
  await subscribeToHistory()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const next = randomUUID()
  try {
    duringPut = async signal => {
      duringPut = () => Promise.resolve()
      const lost = new Promise(resolve => signal?.addEventListener('abort', resolve))
      const until = new Date(tracing.bench.now().getTime() + 60_000)
      await tracing.db.updateTable('event_subscription').set({ lease_owner: next, lease_until: until }).execute()
      vi.advanceTimersByTime(20_000)
      await lost
    }
    await deliver()
  } finally {
    vi.useRealTimers()
  }
  expect(filesBelow(container())).toEqual([])
  expect(await stored()).toMatchObject({ history: 0, files: 0, failure: null, attempts: 0 })
  const lease = () => tracing.db.selectFrom('event_subscription').select(['lease_owner']).executeTakeFirstOrThrow()
  expect(await lease()).toEqual({ lease_owner: next })
  // The other process ends as well, and its lease with it: everything is written once.
  tracing.bench.at(new Date('2025-03-04T10:12:00Z'))
  await deliver()
  expect(idsOf().sort()).toEqual(['P-1', 'P-2', 'P-3', 'P-4', 'P-5'])
})

it('a full disk loses nothing and leaves no half file; the subscription is failing after a quarter of an hour', async () => {
  await subscribeToHistory()
  openFile = async (...args) => {
    const handle = await fs.open(...args)
    const { writeFile } = handle
    handle.writeFile = async data => {
      const bytes = data as Uint8Array
      await writeFile.call(handle, bytes.subarray(0, bytes.byteLength / 2))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    return handle
  }
  await deliver()
  expect(await stored()).toMatchObject({
    state: 'active',
    failure: { reason: 'space', status: null },
    attempts: 1,
    nextAt: '2025-03-04T10:10:25.000Z',
  })
  expect(filesBelow(container())).toEqual([])
  tracing.bench.at(new Date('2025-03-04T10:25:20Z'))
  await deliver()
  expect(await stored()).toMatchObject({ state: 'failing', attempts: 2, files: 0 })
  openFile = fs.open
  tracing.bench.at(new Date('2025-03-04T10:30:00Z'))
  await deliver()
  expect(await stored()).toMatchObject({ state: 'active', failure: null, attempts: 0 })
  expect(idsOf().sort()).toEqual(['P-1', 'P-2', 'P-3', 'P-4', 'P-5'])
})

it('a manifest that was not accepted is written by the next attempt', async () => {
  await subscribeToHistory()
  tracing.bench.at(new Date('2025-03-04T10:11:00Z'))
  openFile = async (...args) => {
    const handle = await fs.open(...args)
    const write = handle.writeFile
    handle.writeFile = async data => {
      if (Buffer.from(data as Uint8Array).includes('"signature"')) throw Object.assign(new Error(), { code: 'EACCES' })
      await write.call(handle, data)
    }
    return handle
  }
  await deliver()
  expect(await stored()).toMatchObject({ failure: { reason: 'denied' }, files: 1 })
  openFile = fs.open
  tracing.bench.at(new Date('2025-03-04T10:12:00Z'))
  await deliver()
  expect(idsOf()).toHaveLength(5)
})

it('events of the environment and those below it are written, and of no other one', async () => {
  await send('P-1')
  await tracing.bench.send({ id: 'P-EU', amount: 1, environmentId: caseIds.eu })
  tracing.bench.at('10:00')
  await tracing.create({ sink: sink('below') }, 'Pia', undefined, caseIds.eu)
  await tracing.create({ sink: sink() })
  tracing.bench.at('10:01')
  await deliver()
  expect(idsOf().sort()).toEqual(['P-1', 'P-EU'])
  const below = path.join(root, caseIds.eu, 'below')
  expect(verifiedEvents(below, tracingSecret).map(({ uniqueId }) => uniqueId)).toEqual(['P-EU'])
  await fs.rm(path.join(root, caseIds.eu), { recursive: true })
})

it('a directory has to be allowed and a folder unused; the test says what was found', async () => {
  const pathsOf = async (more: object) => {
    const { status, json } = await tracing.create({ name: 'Other', ...more })
    return [status, ...json.details.issues.map(issue => issue.path.join('.'))]
  }
  expect(await pathsOf({ sink: { ...sink(), directory: '/etc' } })).toEqual([422, 'settings.sink.directory'])
  expect(await pathsOf({ sink: sink('..') })).toEqual([422, 'settings.sink.folder'])
  expect(await pathsOf({ sink: sink('a/b') })).toEqual([422, 'settings.sink.folder'])
  await tracing.create({ sink: sink() })
  expect(await pathsOf({ sink: sink() })).toEqual([422, 'settings.sink.folder'])
  const test = (body: object, as = 'Pia') =>
    tracing.bench.call<{ failure: unknown; facts: unknown[]; freeBytes: number }>(
      as,
      'POST',
      tracing.path('test'),
      body,
    )
  const { json } = await test({ sink: sink('new') })
  expect(json).toMatchObject({ failure: null, facts: [{ fact: 'directory', value: container('new') }] })
  expect(json.freeBytes).toBeGreaterThan(0)
  expect(filesBelow(container('new'))).toEqual([])
  expect((await test({ sink: sink('new') }, 'Outsider')).status).toBe(404)
  const sinks = await tracing.bench.call('Pia', 'GET', `${caseIds.root}/event-sinks`)
  expect(sinks.json).toMatchObject({
    sinks: expect.arrayContaining([
      { kind: 'directory', obstacle: null },
      { kind: 'blobStorage', obstacle: 'switchedOff' },
    ]) as unknown,
    directories: [root],
  })
})

it('another folder begins with what is stored', async () => {
  await subscribeToHistory()
  tracing.bench.at(new Date('2025-03-04T10:11:00Z'))
  await deliver()
  const found = await stored()
  const moved = await tracing.bench.call<EventSubscription>('Pia', 'PATCH', tracing.path(found.id), {
    baseVersion: found.version,
    settings: { ...tracing.settings, sink: sink('elsewhere') },
  })
  expect(moved.json).toMatchObject({ history: 0, files: 0 })
  tracing.bench.at(new Date('2025-03-04T10:12:00Z'))
  await deliver()
  expect(idsOf('elsewhere').sort()).toEqual(['P-1', 'P-2', 'P-3', 'P-4', 'P-5'])
})
