import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type UploadDetail, uploadLimits } from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import {
  chunkOf,
  fileOf,
  issueOf,
  openUploadBench,
  pathOf,
  sha256Of,
  type UploadBench,
} from './testing/upload-bench.ts'

let uploads: UploadBench
/** Free bytes of the disk, as the service sees them. */
let room = Infinity
let isFull = false
beforeAll(async () => {
  uploads = await openUploadBench(files => ({
    hasRoom: bytes => Promise.resolve(bytes <= room),
    write: (...given) => (isFull ? Promise.resolve({ state: 'noSpace' }) : files.write(...given)),
  }))
})
beforeEach(() => uploads.clear())
afterAll(() => uploads.close())

const idOf = (answer: { json: unknown }) => (answer.json as UploadDetail).upload?.id ?? ''
const call = (as: string, method: string, path: string, body?: object) => uploads.bench.call(as, method, path, body)
const end = (as: string, id: string, how: 'complete' | 'cancel') => call(as, 'POST', `${pathOf()}/${id}/${how}`, {})
const map = (columnOf: object, baseVersion = 0, as = 'engineer') =>
  call(as, 'PUT', `${pathOf()}/mapping`, { columnOf, baseVersion })
const remove = (entities: string[], as = 'engineer') =>
  call(as, 'POST', `/environments/${places.eu}/uploads/remove`, { entities })
describe('a file is refused with the name of the field', () => {
  it.each([
    [{ name: 'refunds.xlsx' }, ['name'], 'Choose a .csv or .tsv file.'],
    [{ name: '.csv' }, ['name'], 'Choose a .csv or .tsv file.'],
    [{ name: 'a\u202ecsv.csv' }, ['name'], 'A name has no control characters and no invisible ones.'],
    [{ size: 0 }, ['size'], 'The file has no data rows.'],
    [
      { size: uploadLimits.fileSize + 1 },
      ['size'],
      'The file is larger than 10 GB. Split it and upload the parts one after another.',
    ],
    [{ firstChunk: 'ABC' }, ['firstChunk'], 'A SHA-256 is 64 hexadecimal digits in lower case.'],
    [{ columns: ['A', 'B', 'A'] }, ['columns', 2], "Column name 'A' appears more than once."],
    [{ columns: [] }, ['columns'], expect.any(String)],
    [{ delimiter: '|' }, ['delimiter'], expect.any(String)],
    [{ modifiedAt: -1 }, ['modifiedAt'], expect.any(String)],
  ])('%j', async (change, path, message) => {
    expect(issueOf(await uploads.begin('engineer', fileOf(10), change))).toEqual({
      status: 422,
      path,
      message,
    })
    expect((await uploads.get()).state).toBe('NotStarted')
  })
  it('an entity that does not exist', async () => {
    const answer = await uploads.begin('engineer', fileOf(10), {}, { entity: 'Orders' as never })
    expect(issueOf(answer)).toMatchObject({ path: ['entity'] })
  })
})

describe('a chunk is refused', () => {
  const file = fileOf(uploadLimits.chunkSize + 5)
  it.each([
    ['another number', 2, {}, 422, ['index'], 'The file has 2 chunks: the last one has the number 1.'],
    ['too few bytes', 1, { bytes: chunkOf(file, 1).slice(1) }, 422, ['content'], 'Chunk 1 has 5 bytes, but 4 arrived.'],
    ['too many bytes', 1, { bytes: chunkOf(file, 0) }, 422, ['content'], 'Chunk 1 has 5 bytes, but more arrived.'],
    [
      'other bytes than its SHA-256 says',
      1,
      { sha256: 'a'.repeat(64) },
      422,
      ['sha256'],
      'The bytes of chunk 1 that arrived have another SHA-256. Send the chunk again.',
    ],
    ['no SHA-256', 1, { sha256: '' }, 422, ['sha256'], 'A SHA-256 is 64 hexadecimal digits in lower case.'],
  ])('%s', async (_name, index, more, status, path, message) => {
    const id = idOf(await uploads.begin('engineer', file))
    expect(issueOf(await uploads.send('engineer', id, file, index, more))).toEqual({ status, path, message })
    expect((await uploads.get()).missing).toEqual([0, 1])
  })
  it('more bytes than any chunk has', async () => {
    const id = idOf(await uploads.begin('engineer', file))
    const bytes = new Uint8Array(uploadLimits.chunkSize + 1)
    const answer = await uploads.send('engineer', id, file, 0, { bytes, sha256: sha256Of(chunkOf(file, 0)) })
    expect([answer.status, (await uploads.get()).missing]).toEqual([413, [0, 1]])
  })
  it('a chunk without its bytes', async () => {
    const id = idOf(await uploads.begin('engineer', file))
    const values = { sha256: sha256Of(chunkOf(file, 0)), modifiedAt: file.modifiedAt }
    expect(issueOf(await call('engineer', 'PUT', `${pathOf()}/${id}/chunks/0`, values))).toMatchObject({
      status: 422,
      path: ['content'],
    })
  })
  it('a file that was changed between two chunks', async () => {
    const id = idOf(await uploads.begin('engineer', file))
    expect((await uploads.send('engineer', id, file, 1)).status).toBe(200)
    const changed = new Uint8Array(5)
    const answers = [
      await uploads.send('engineer', id, file, 1, { bytes: changed }),
      await uploads.send('engineer', id, file, 0, { modifiedAt: file.modifiedAt + 1 }),
      await uploads.send('engineer', id, file, 0, { bytes: new Uint8Array(uploadLimits.chunkSize) }),
    ]
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([
        409,
        {
          code: 'uploads.fileChanged',
          message:
            'refunds.csv was changed after its upload began. Cancel the upload, and begin again with the changed file.',
        },
      ])
    expect((await uploads.get()).missing).toEqual([0])
  })
  it('an upload that is complete, and one that never began', async () => {
    const id = idOf(await uploads.begin('engineer', fileOf(5)))
    await uploads.send('engineer', id, fileOf(5), 0)
    await end('engineer', id, 'complete')
    expect((await uploads.send('engineer', id, fileOf(5), 0)).body.code).toBe('uploads.notUploading')
    expect((await end('engineer', id, 'cancel')).body.code).toBe('uploads.notUploading')
    for (const answer of [
      await uploads.send('engineer', randomUUID(), file, 0),
      await end('engineer', randomUUID(), 'complete'),
      await end('engineer', randomUUID(), 'cancel'),
    ])
      expect(answer.status).toBe(404)
  })
  it('a full disk, until there is room again', async () => {
    room = file.bytes.byteLength - 1
    const full = await uploads.begin('engineer', file)
    expect([full.status, full.body]).toMatchObject([507, { code: 'uploads.noSpace' }])
    expect((await uploads.get()).state).toBe('NotStarted')
    room = Infinity
    const id = idOf(await uploads.begin('engineer', file))
    await uploads.send('engineer', id, file, 1)
    isFull = true
    const answer = await uploads.send('engineer', id, file, 0)
    expect([answer.status, answer.body.code]).toEqual([507, 'uploads.noSpace'])
    isFull = false
    room = uploadLimits.chunkSize - 1
    expect((await uploads.send('engineer', id, file, 0)).status).toBe(507)
    // What has arrived needs no room any more.
    room = uploadLimits.chunkSize
    expect(idOf(await uploads.begin('engineer', file))).toBe(id)
    expect((await uploads.send('engineer', id, file, 0)).status).toBe(200)
    room = Infinity
    expect((await end('engineer', id, 'complete')).status).toBe(200)
  })
})

describe('rights', () => {
  const file = fileOf(5)
  it('chunks are taken of those only who may upload, in their environments', async () => {
    const id = idOf(await uploads.begin('engineer', file))
    const statuses: Record<string, number> = {}
    for (const as of ['viewer', 'support', 'nobody', 'outsider', 'stranger'])
      statuses[as] = (await uploads.send(as, id, file, 0)).status
    expect(statuses).toEqual({ viewer: 403, support: 403, nobody: 404, outsider: 404, stranger: 401 })
    expect((await uploads.send('engineer', id, file, 0, { environmentId: places.us })).status).toBe(404)
    expect((await uploads.send('engineer', id, file, 0, { environmentId: places.foreign })).status).toBe(404)
    expect((await uploads.send('engineer', id, file, 0, { entity: 'Labels' })).status).toBe(404)
    expect(await uploads.files.list()).toEqual([])
    expect((await uploads.get()).missing).toEqual([0])
  })
  it('a viewer sees uploads and changes nothing', async () => {
    await uploads.upload('engineer', file)
    expect((await call('viewer', 'GET', pathOf())).json).toMatchObject({ state: 'NeedsMapping' })
    for (const answer of [
      await uploads.begin('viewer', file),
      await remove(['Refunds'], 'viewer'),
      await map({}, 0, 'viewer'),
    ])
      expect([answer.status, answer.body]).toMatchObject([403, { details: { capability: 'data.upload' } }])
  })
})
