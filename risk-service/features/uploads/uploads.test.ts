import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chunkCount, type UploadDetail, uploadEntityNames, uploadLimits } from '../../contract/index.ts'
import { seededRandom } from '../../engine/lib/testing/seeded-random.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { createUploadFiles } from '../../http/node/uploads/upload-files.ts'
import {
  chunkOf,
  fileOf,
  openUploadBench,
  pathOf,
  refundMapping,
  sha256Of,
  type UploadBench,
} from './testing/upload-bench.ts'

let uploads: UploadBench
beforeAll(async () => {
  uploads = await openUploadBench()
})
beforeEach(() => uploads.clear())
afterAll(() => uploads.close())

const detailOf = ({ json }: { json: unknown }) => json as UploadDetail
const idOf = (answer: { json: unknown }) => detailOf(answer).upload?.id ?? ''
const complete = (as: string, id: string, body: object = {}) =>
  uploads.bench.call(as, 'POST', `${pathOf()}/${id}/complete`, body)
const stored = async () => {
  const folder = uploads.folderOf(places.eu)
  const names = await fs.readdir(folder).catch(() => [])
  return Promise.all(names.map(name => fs.readdir(`${folder}/${name}`)))
}

describe('an upload', () => {
  it('is begun, arrives in chunks, is completed and waits for its mapping', async () => {
    const file = fileOf(2 * uploadLimits.chunkSize + 5)
    const begun = detailOf(await uploads.begin('engineer', file))
    expect(begun).toMatchObject({
      entity: 'Refunds',
      state: 'Uploading',
      file: { name: 'refunds.csv', size: file.bytes.byteLength, rows: null, sha256: null },
      upload: { chunks: 3, received: 0, receivedBytes: 0, own: true, idle: false },
      missing: [0, 1, 2],
      columns: file.columns,
      uploadedBy: 'Name of engineer',
    })
    const id = begun.upload?.id ?? ''
    expect((await uploads.send('engineer', id, file, 2)).json).toEqual({ chunks: 3, received: 1 })
    expect(await uploads.get()).toMatchObject({ missing: [0, 1], upload: { received: 1, receivedBytes: 5 } })
    expect((await complete('engineer', id)).body).toMatchObject({
      code: 'uploads.incomplete',
      message: '2 chunks have not arrived: 0, 1.',
    })
    expect((await uploads.send('engineer', id, file, 0)).json).toEqual({ chunks: 3, received: 2 })
    expect(await uploads.get()).toMatchObject({
      missing: [1],
      upload: { receivedBytes: uploadLimits.chunkSize + 5 },
    })
    expect((await uploads.send('engineer', id, file, 1)).json).toEqual({ chunks: 3, received: 3 })
    const lines = Buffer.from(file.bytes).toString().split('\n')
    const done = detailOf(await complete('engineer', id))
    expect(done).toMatchObject({
      state: 'NeedsMapping',
      file: { rows: lines.length - 1, sha256: sha256Of(file.bytes) },
      upload: null,
      missing: null,
      mapping: { required: 4, mapped: 0, stored: false, applies: false },
    })
    expect(detailOf(await complete('engineer', id))).toEqual(done)
    expect((await uploads.auditOf('Refunds')).map(({ operation }) => operation)).toEqual(['Create', 'Start'])
  })
  it('has the same bytes in whatever order its chunks arrive, and however often', async () => {
    const random = seededRandom(7)
    const file = fileOf(3 * uploadLimits.chunkSize + 1)
    for (let run = 0; run < 6; run++) {
      await uploads.clear()
      const id = idOf(await uploads.begin('engineer', file))
      const open = new Set([0, 1, 2, 3])
      while (open.size > 0) {
        const index = Math.floor(random() * 4)
        open.delete(index)
        const answer = await uploads.send('engineer', id, file, index)
        expect(answer.json).toEqual({ chunks: 4, received: 4 - open.size })
        expect((await uploads.get()).missing).toEqual([...open])
      }
      expect(detailOf(await complete('engineer', id)).file?.sha256).toBe(sha256Of(file.bytes))
    }
  })
  it('of one chunk may come without a header, and is counted so', async () => {
    const file = fileOf(10, { bytes: new Uint8Array(Buffer.from('1;"a\nb"\n2;c')), name: 'up/load/labels.TSV' })
    const done = await uploads.upload('engineer', file, { hasHeader: false, delimiter: ';' })
    expect(done.file).toMatchObject({ name: 'labels.TSV', rows: 2, hasHeader: false, delimiter: ';' })
  })
  it('continues in another process of the service, after the rest of a stop in the middle of a chunk', async () => {
    const file = fileOf(2 * uploadLimits.chunkSize + 5)
    const id = idOf(await uploads.begin('engineer', file))
    await uploads.send('engineer', id, file, 1)
    const folder = `${uploads.folderOf(places.eu)}/${id}`
    await fs.writeFile(`${folder}/_${randomUUID()}`, 'half')
    // Renamed, and stopped before it was recorded.
    await fs.writeFile(`${folder}/00000-${sha256Of(chunkOf(file, 0))}`, chunkOf(file, 0))
    const again = detailOf(await uploads.begin('engineer', file))
    expect(again).toMatchObject({ upload: { id, received: 1 }, missing: [0, 2] })
    for (const index of again.missing ?? []) await uploads.send('engineer', id, file, index)
    expect(detailOf(await complete('engineer', id)).file?.sha256).toBe(sha256Of(file.bytes))
    expect((await uploads.auditOf('Refunds')).map(({ operation }) => operation)).toEqual(['Create', 'Start'])
  })
  it('asks again for a chunk whose bytes were lost after they had arrived', async () => {
    const file = fileOf(uploadLimits.chunkSize + 5)
    const id = idOf(await uploads.begin('engineer', file))
    for (const index of [0, 1]) await uploads.send('engineer', id, file, index)
    const folder = `${uploads.folderOf(places.eu)}/${id}`
    await fs.rm(`${folder}/00001-${sha256Of(chunkOf(file, 1))}`)
    expect((await complete('engineer', id)).body.code).toBe('uploads.incomplete')
    expect((await uploads.get()).missing).toEqual([1])
    await uploads.send('engineer', id, file, 1)
    expect((await complete('engineer', id, { sha256: sha256Of(file.bytes) })).status).toBe(200)
  })
  it('is refused for another SHA-256 than its sender says', async () => {
    const file = fileOf(10)
    const id = idOf(await uploads.begin('engineer', file))
    await uploads.send('engineer', id, file, 0)
    const answer = await complete('engineer', id, { sha256: 'a'.repeat(64) })
    expect([answer.status, answer.body]).toMatchObject([422, { details: { issues: [{ path: ['sha256'] }] } }])
    expect((await uploads.get()).state).toBe('Uploading')
  })
  it('may have 10 GB, of which the last chunk arrives first', async () => {
    const file = fileOf(uploadLimits.chunkSize)
    const begun = detailOf(await uploads.begin('engineer', file, { size: uploadLimits.fileSize }))
    expect(begun.missing).toHaveLength(1280)
    const id = begun.upload?.id ?? ''
    const last = { bytes: file.bytes }
    expect((await uploads.send('engineer', id, file, 1279, last)).json).toEqual({ chunks: 1280, received: 1 })
    expect((await uploads.send('engineer', id, file, 1280, last)).status).toBe(422)
    expect((await uploads.get()).missing?.at(-1)).toBe(1278)
  })
})

describe('a file that is replaced', () => {
  it('is gone when another upload begins, and its mapping is offered', async () => {
    await uploads.upload('engineer', fileOf(30))
    const mapping = { columnOf: refundMapping, baseVersion: 0 }
    expect(detailOf(await uploads.bench.call('engineer', 'PUT', `${pathOf()}/mapping`, mapping)).state).toBe('Ready')
    const next = fileOf(40, { name: 'next.csv' })
    expect(await uploads.upload('colleague', next)).toMatchObject({
      state: 'Ready',
      uploadedBy: 'Name of colleague',
      mapping: { required: 4, mapped: 4, stored: true, applies: true },
    })
    expect(await stored()).toHaveLength(1)
    expect(await uploads.upload('colleague', next, { keepMapping: false })).toMatchObject({
      state: 'NeedsMapping',
      mapping: { mapped: 0, stored: true, applies: false },
      columnOf: refundMapping,
    })
    const other = await uploads.begin('engineer', fileOf(50), { columns: ['RefundId', 'Status'] })
    expect([other.status, other.body]).toMatchObject([
      422,
      {
        message: 'The saved mapping uses columns that are not in this file: UserId, PurchaseId.',
        details: { issues: [{ path: ['keepMapping'] }] },
      },
    ])
    expect((await uploads.get()).file?.size).toBe(40)
  })
  it('is cancelled by its owner, after which nothing is left', async () => {
    const file = fileOf(uploadLimits.chunkSize + 5)
    const id = idOf(await uploads.begin('engineer', file))
    await uploads.send('engineer', id, file, 0)
    const answer = await uploads.bench.call('engineer', 'POST', `${pathOf()}/${id}/cancel`, {})
    expect(detailOf(answer)).toMatchObject({ state: 'UploadFailed', failure: 'cancelled', file: null, upload: null })
    expect(await stored()).toEqual([])
    expect((await uploads.send('engineer', id, file, 1)).status).toBe(404)
    expect(await stored()).toEqual([])
    expect((await complete('engineer', id)).status).toBe(404)
    expect(detailOf(await uploads.begin('engineer', file)).missing).toEqual([0, 1])
    expect((await uploads.auditOf('Refunds')).map(({ operation }) => operation)).toEqual(['Start', 'Start', 'Stop'])
  })
})

describe('the list of a tab', () => {
  it('has the data types of the page with their entities', async () => {
    await uploads.upload('engineer', fileOf(30))
    const list = async (area: string) =>
      (await uploads.bench.call('viewer', 'GET', `/environments/${places.eu}/uploads?area=${area}`)).json as {
        dataTypes: { dataType: string; entities: UploadDetail[] }[]
      }
    const { dataTypes } = await list('purchaseprotection')
    expect(dataTypes.map(({ dataType, entities }) => [dataType, entities.length])).toEqual([
      ['Purchases', 3],
      ['PurchaseStatus', 1],
      ['BankEvents', 1],
      ['Chargebacks', 1],
      ['Refunds', 1],
      ['Labels', 1],
      ['Account', 3],
    ])
    const states = dataTypes.flatMap(({ entities }) => entities.map(({ entity, state }) => [entity, state]))
    expect(states).toHaveLength(11)
    for (const [entity, state] of states) expect(state).toBe(entity === 'Refunds' ? 'NeedsMapping' : 'NotStarted')
    const other = await list('lossprevention')
    expect(other.dataTypes.map(({ dataType, entities }) => [dataType, entities.length])).toEqual([
      ['LossPrevention', 4],
    ])
    expect(states.length + 4).toBe(uploadEntityNames.length)
  })
  it('belongs to its environment, not to those below or above', async () => {
    await uploads.upload('engineer', fileOf(30), {}, { environmentId: places.root })
    expect(await uploads.get()).toMatchObject({ state: 'NotStarted', file: null })
  })
})

it('chunks on the disk are those of files that the service can still read', async () => {
  const file = fileOf(30)
  await uploads.upload('engineer', file)
  const dataDir = uploads.folderOf(places.eu).replace(/\/uploads\/.*/, '')
  const [address] = await createUploadFiles({ dataDir }).list()
  const chunks = [{ index: 0, sha256: sha256Of(file.bytes), size: chunkCount(30) * 30 }]
  expect(address && (await createUploadFiles({ dataDir }).read(address, chunks, () => undefined))).toBe(
    sha256Of(file.bytes),
  )
})
