import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type UploadDetail, uploadLimits } from '../../contract/index.ts'
import { now, places } from '../../http/console-api/testing/console-bench.ts'
import { purgeEnvironment } from '../environments/store.ts'
import { removeAbandonedUploads } from './abandoned-uploads.ts'
import { fileOf, openUploadBench, type UploadBench } from './testing/upload-bench.ts'

let uploads: UploadBench
beforeAll(async () => {
  uploads = await openUploadBench()
})
beforeEach(() => uploads.clear())
afterAll(() => uploads.close())

const cleanUp = () =>
  removeAbandonedUploads({
    ports: { db: uploads.bench.store.db, clock: () => now, newId: () => randomUUID() },
    files: uploads.files,
  })

it('an upload without a chunk for a week has failed, and nothing of it is left', async () => {
  const file = fileOf(uploadLimits.chunkSize + 5)
  const { upload } = (await uploads.begin('engineer', file)).json as UploadDetail
  await uploads.send('engineer', upload?.id ?? '', file, 0)
  await uploads.upload('engineer', fileOf(30), {}, { entity: 'Labels' })
  await uploads.wait(7 * 24 * 60)
  expect(await cleanUp()).toEqual({ ended: 0, removed: 0 })
  await uploads.wait(1)
  expect(await cleanUp()).toEqual({ ended: 1, removed: 0 })
  expect(await uploads.get()).toMatchObject({ state: 'UploadFailed', failure: 'abandoned', file: null })
  expect(await uploads.files.list()).toHaveLength(1)
  expect((await uploads.get('Labels')).state).toBe('NeedsMapping')
  expect(await uploads.auditOf('Refunds')).toMatchObject([
    { operation: 'Start' },
    { operation: 'Stop', actor_name: 'Assay' },
  ])
  expect(await cleanUp()).toEqual({ ended: 0, removed: 0 })
})

it('chunks of no upload are removed, such as those of a stop before their removal', async () => {
  await uploads.upload('engineer', fileOf(30))
  await uploads.upload('engineer', fileOf(30), {}, { entity: 'Labels' })
  await uploads.bench.store.db.deleteFrom('upload_file').where('entity', '=', 'Labels').execute()
  expect(await cleanUp()).toEqual({ ended: 0, removed: 1 })
  expect(await uploads.files.list()).toHaveLength(1)
})

it('uploads go with their environment', async () => {
  await uploads.upload('engineer', fileOf(30))
  await purgeEnvironment(uploads.bench.store.db, places.eu)
  for (const table of ['upload_file', 'upload_chunk', 'upload_mapping', 'upload_run'] as const)
    expect(await uploads.bench.store.db.selectFrom(table).selectAll().execute()).toEqual([])
  await uploads.files.removeEnvironment(places.eu)
  expect(await uploads.files.list()).toEqual([])
})
