import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UploadDetail } from '../../contract/index.ts'
import { fileOf, issueOf, openUploadBench, pathOf, refundMapping, type UploadBench } from './testing/upload-bench.ts'

let uploads: UploadBench
beforeAll(async () => {
  uploads = await openUploadBench()
})
beforeEach(() => uploads.clear())
afterAll(() => uploads.close())

const idOf = (answer: { json: unknown }) => (answer.json as UploadDetail).upload?.id ?? ''
const call = (as: string, method: string, path: string, body?: object) => uploads.bench.call(as, method, path, body)
const end = (as: string, id: string, how: 'complete' | 'cancel') => call(as, 'POST', `${pathOf()}/${id}/${how}`, {})
const map = (columnOf: object, baseVersion = 0, as = 'engineer') =>
  call(as, 'PUT', `${pathOf()}/mapping`, { columnOf, baseVersion })

describe('a mapping', () => {
  it('may be saved before there is a file, while one is uploaded, and unfinished', async () => {
    expect((await map({ RefundId: 'Number' })).json).toMatchObject({
      state: 'NotStarted',
      columnOf: { RefundId: 'Number' },
      mappingVersion: 1,
      mapping: { required: 4, mapped: 1 },
    })
    expect(issueOf(await uploads.begin('engineer', fileOf(30)))).toMatchObject({ path: ['keepMapping'] })
    const id = idOf(await uploads.begin('engineer', fileOf(30), { keepMapping: false }))
    expect(issueOf(await map({ RefundId: 'Number' }, 1))).toEqual({
      status: 422,
      path: ['columnOf', 'RefundId'],
      message: "The file has no column 'Number'.",
    })
    expect((await map(refundMapping, 1)).json).toMatchObject({ state: 'Uploading' })
    await uploads.send('engineer', id, fileOf(30), 0)
    expect((await end('engineer', id, 'complete')).json).toMatchObject({ state: 'Ready' })
    const audit = await uploads.auditOf('Refunds')
    expect(audit.map(({ operation }) => operation)).toEqual(['Create', 'Create', 'Start', 'Update'])
  })
  it.each([
    ['NeedsMapping', 'Ready', 'NeedsMapping'],
    ['Ready', 'Ready', 'NeedsMapping'],
    ['ValidationFailed', 'Ready', 'NeedsMapping'],
    ['ProcessingFailed', 'Ready', 'NeedsMapping'],
    ['Processed', 'Processed', 'Processed'],
  ])('from %s leads to %s when it is complete, else to %s', async (state, complete, unfinished) => {
    await uploads.upload('engineer', fileOf(30))
    await uploads.setState('Refunds', state)
    expect((await map(refundMapping)).json).toMatchObject({ state: complete, mapping: { mapped: 4 } })
    await uploads.setState('Refunds', state)
    expect((await map({ RefundId: 'RefundId' }, 1)).json).toMatchObject({ state: unfinished, mapping: { mapped: 1 } })
  })
  it('of somebody else is not overwritten', async () => {
    await map({ RefundId: 'A' }, 0, 'colleague')
    expect((await map({ RefundId: 'B' })).body).toMatchObject({
      code: 'version.conflict',
      details: { changedBy: 'Name of colleague', currentVersion: 1 },
    })
  })
  it('is refused with the name of the field', async () => {
    expect(issueOf(await map({ 'Refund Id': 'A' }))).toMatchObject({
      status: expect.any(Number),
      path: ['columnOf', 'Refund Id'],
    })
    expect(issueOf(await map({ RefundId: '' }))).toMatchObject({ path: ['columnOf', 'RefundId'] })
  })
})
