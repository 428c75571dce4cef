import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mayFollow, type UploadDetail, uploadLimits, uploadStates } from '../../contract/index.ts'
import { now, places } from '../../http/console-api/testing/console-bench.ts'
import {
  chunkOf,
  fileOf,
  issueOf,
  openUploadBench,
  pathOf,
  sha256Of,
  type TestFile,
  type UploadBench,
} from './testing/upload-bench.ts'

let uploads: UploadBench
beforeAll(async () => {
  uploads = await openUploadBench()
})
beforeEach(() => uploads.clear())
afterAll(() => uploads.close())

const idOf = (answer: { json: unknown }) => (answer.json as UploadDetail).upload?.id ?? ''
const call = (as: string, method: string, path: string, body?: object) => uploads.bench.call(as, method, path, body)
const end = (as: string, id: string, how: 'complete' | 'cancel') => call(as, 'POST', `${pathOf()}/${id}/${how}`, {})
const remove = (entities: string[]) =>
  call('engineer', 'POST', `/environments/${places.eu}/uploads/remove`, { entities })

describe('two people', () => {
  const file = fileOf(10)
  const other = fileOf(20, { name: 'other.csv' })
  it('the second one is refused with who uploads, and since when', async () => {
    const id = idOf(await uploads.begin('engineer', file))
    for (const answer of [
      await uploads.begin('colleague', other),
      await uploads.begin('colleague', file),
      await uploads.send('colleague', id, file, 0),
      await end('colleague', id, 'complete'),
      await end('colleague', id, 'cancel'),
    ])
      expect([answer.status, answer.body]).toMatchObject([
        409,
        {
          code: 'uploads.inProgress',
          message: 'Name of engineer is uploading a file for Refunds. Wait until that has ended.',
          details: { changedBy: 'Name of engineer', changedAt: now.toISOString() },
        },
      ])
    expect((await uploads.get()).upload).toMatchObject({ id, received: 0, own: true })
    expect((await call('colleague', 'GET', pathOf())).json).toMatchObject({ upload: { own: false, idle: false } })
  })
  it('other entities are not in the way', async () => {
    await uploads.begin('engineer', file)
    expect((await uploads.begin('colleague', file, {}, { entity: 'Labels' })).status).toBe(200)
  })
  it('an idle upload is continued, or replaced, by the second one', async () => {
    const id = idOf(await uploads.begin('engineer', file))
    await uploads.wait(uploadLimits.idleMinutes + 1)
    expect((await call('colleague', 'GET', pathOf())).json).toMatchObject({ upload: { idle: true } })
    expect(idOf(await uploads.begin('colleague', file))).toBe(id)
    expect((await uploads.send('engineer', id, file, 0)).body.code).toBe('uploads.inProgress')
    expect((await uploads.send('colleague', id, file, 0)).status).toBe(200)
    await uploads.wait(uploadLimits.idleMinutes + 1)
    const next = idOf(await uploads.begin('engineer', other))
    expect(next).not.toBe(id)
    expect((await uploads.send('colleague', id, file, 0)).status).toBe(404)
    expect(await uploads.files.list()).toEqual([])
    expect(await uploads.auditOf('Refunds')).toMatchObject([
      { operation: 'Start', actor_name: 'Name of colleague' },
      { operation: 'Start', actor_name: 'Name of engineer' },
      { operation: 'Start', actor_name: 'Name of engineer' },
    ])
  })
  it('an idle upload is cancelled by anybody', async () => {
    const id = idOf(await uploads.begin('engineer', file))
    await uploads.wait(uploadLimits.idleMinutes + 1)
    expect((await end('colleague', id, 'cancel')).status).toBe(200)
  })
  it('one person continues the same file, and no other one', async () => {
    const id = idOf(await uploads.begin('engineer', file))
    for (const change of [
      { name: 'next.csv' },
      { size: 11 },
      { modifiedAt: file.modifiedAt + 1 },
      { firstChunk: 'a'.repeat(64) },
    ]) {
      const answer = await uploads.begin('engineer', file, change)
      expect([answer.status, answer.body]).toMatchObject([
        409,
        {
          code: 'uploads.otherFile',
          message: 'You are uploading refunds.csv. Choose that file to continue, or cancel it first.',
        },
      ])
    }
    expect(idOf(await uploads.begin('engineer', file))).toBe(id)
  })
  it('a file of which chunks that have arrived differ is not continued', async () => {
    const large = fileOf(2 * uploadLimits.chunkSize + 10)
    const changed = { ...large, bytes: large.bytes.slice() }
    changed.bytes.set([65], uploadLimits.chunkSize + 7)
    const digestsOf = (of: TestFile) => ({ chunkDigests: [0, 1, 2].map(index => sha256Of(chunkOf(of, index))) })
    const id = idOf(await uploads.begin('engineer', large))
    await uploads.send('engineer', id, large, 0)
    expect(idOf(await uploads.begin('engineer', changed, digestsOf(changed)))).toBe(id)
    await uploads.send('engineer', id, large, 1)
    expect((await uploads.begin('engineer', changed, digestsOf(changed))).body).toMatchObject({
      code: 'uploads.fileChanged',
    })
    expect(idOf(await uploads.begin('engineer', large, digestsOf(large)))).toBe(id)
    expect((await uploads.get()).missing).toEqual([2])
  })
  it('an upload that is to be continued is not replaced', async () => {
    const id = idOf(await uploads.begin('engineer', file))
    await uploads.wait(uploadLimits.idleMinutes + 1)
    const answer = await uploads.begin('colleague', other, { chunkDigests: [sha256Of(chunkOf(other, 0))] })
    expect(answer.body).toMatchObject({
      code: 'uploads.otherFile',
      message: 'Name of engineer is uploading refunds.csv. Choose that file to continue, or cancel it first.',
    })
    expect((await uploads.get()).upload?.id).toBe(id)
  })
})

describe('files that are checked or processed', () => {
  it.each(['Validating', 'Processing'])('%s: neither they nor those of their data type change', async state => {
    await uploads.upload('engineer', fileOf(30), {}, { entity: 'Products' })
    await uploads.upload('engineer', fileOf(30), {}, { entity: 'Purchases' })
    await uploads.setState('Products', state)
    for (const answer of [
      await uploads.begin('engineer', fileOf(30), {}, { entity: 'Purchases' }),
      await uploads.begin('engineer', fileOf(30), {}, { entity: 'Products' }),
      await remove(['Purchases']),
      await remove(['Products']),
      await call('engineer', 'PUT', `${pathOf({ entity: 'Purchases' })}/mapping`, { columnOf: {}, baseVersion: 0 }),
    ])
      expect([answer.status, answer.body]).toMatchObject([
        409,
        {
          code: 'uploads.busy',
          message: 'Products is being checked or processed. Wait until that has ended.',
        },
      ])
    expect(await uploads.get('Purchases')).toMatchObject({ busy: true, state: 'NeedsMapping' })
    expect(await uploads.get('Labels')).toMatchObject({ busy: false })
    expect((await uploads.begin('engineer', fileOf(30))).status).toBe(200)
  })
  it.each(uploadStates)('a file in the state %s is deleted if that is allowed', async state => {
    await uploads.upload('engineer', fileOf(30))
    await uploads.setState('Refunds', state)
    const answer = await remove(['Refunds'])
    expect(answer.status === 200).toBe(mayFollow(state, 'NotStarted'))
    expect((await uploads.files.list()).length === 0).toBe(answer.status === 200)
    if (answer.status === 200) expect(await uploads.get()).toMatchObject({ state: 'NotStarted', file: null })
  })
  it('several files are deleted together, or none of them', async () => {
    await uploads.upload('engineer', fileOf(30))
    expect(issueOf(await remove(['Refunds', 'Labels']))).toEqual({
      status: 422,
      path: ['entities', 1],
      message: 'Labels has no uploaded file.',
    })
    await uploads.begin('engineer', fileOf(30), {}, { entity: 'Labels' })
    expect(issueOf(await remove(['Refunds', 'Labels']))).toMatchObject({
      path: ['entities', 1],
      message: 'A file for Labels is being uploaded. Cancel the upload first.',
    })
    expect(issueOf(await remove(['Refunds', 'Refunds']))).toMatchObject({ path: ['entities'] })
    expect((await uploads.get()).state).toBe('NeedsMapping')
    await uploads.upload('engineer', fileOf(30), {}, { entity: 'BankEvents' })
    expect((await remove(['Refunds', 'BankEvents'])).json).toEqual({ removed: 2 })
    expect((await uploads.auditOf('BankEvents')).map(({ operation }) => operation)).toContain('Delete')
  })
})
