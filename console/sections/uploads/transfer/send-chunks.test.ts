// @vitest-environment jsdom
import { type UploadDetail, uploadLimits } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConnectionError } from '../../../platform/api/transport.ts'
import { type BytesUpload, uploadBytes } from '../../../platform/files/upload.ts'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { detail } from '../testing/upload-samples.ts'
import { sendChunks } from './send-chunks.ts'

vi.mock('../../../platform/files/upload.ts', () => ({ uploadBytes: vi.fn() }))

const file = new File([new Uint8Array(2 * uploadLimits.chunkSize + 5)], 'refunds.csv')
const uploadId = '0198a000-0000-4000-8000-0000000000c1'
let calls: RecordedCall[]
let complete: () => UploadDetail
let answers: (() => Promise<unknown>)[]
let sent: BytesUpload[]
let progress: number[]
let waits: boolean[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  complete = () => ({ ...detail, state: 'Ready' })
  answers = []
  sent = []
  progress = []
  waits = []
  vi.mocked(uploadBytes).mockImplementation((input: BytesUpload) => {
    sent.push(input)
    return (answers.shift() ?? (() => Promise.resolve({})))() as never
  })
  calls = stubConsoleApi({
    'uploads.complete': () => complete(),
    'uploads.get': () => ({ ...detail, missing: [2] }),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const send = (missing: number[], signal = new AbortController().signal) =>
  sendChunks(
    {
      environmentId,
      entity: 'Refunds',
      uploadId,
      file,
      modifiedAt: 7,
      signal,
      onProgress: bytes => progress.push(bytes),
      onWaiting: isWaiting => waits.push(isWaiting),
    },
    missing,
  )
const indexes = () => sent.map(({ path }) => Number(/chunks\/(\d+)/.exec(path)?.[1])).sort()

it('sends what is missing with its digest, and completes', async () => {
  expect(await send([0, 2])).toMatchObject({ state: 'Ready' })
  expect(indexes()).toEqual([0, 2])
  const last = sent.find(({ path }) => path.includes('chunks/2'))
  expect(last?.bytes.size).toBe(5)
  // SHA-256 of five zero bytes.
  expect(last?.path).toContain('sha256=8855508aade16ec573d21e6a485dfd0a7624085c1a14b5ecdd6485de0c6839a4&modifiedAt=7')
  expect([progress[0], progress.at(-1)]).toEqual([uploadLimits.chunkSize, file.size])
})

it('waits for a lost connection, and continues', async () => {
  answers = [() => Promise.reject(new ConnectionError(new Error('lost')))]
  const sending = send([1])
  await vi.waitFor(() => expect(waits).toEqual([true]))
  await vi.advanceTimersByTimeAsync(2000)
  await sending
  expect(indexes()).toEqual([1, 1])
  expect(waits).toEqual([true, false])
})

it('sends again what the service lacks when it is completed', async () => {
  const refusals = [new ORPCError('CONFLICT', { status: 409, data: { reason: 'uploads.incomplete' } })]
  complete = () => {
    const refusal = refusals.pop()
    if (refusal) throw refusal
    return { ...detail, state: 'Ready' }
  }
  await send([0])
  expect(indexes()).toEqual([0, 2])
  expect(calls.filter(({ procedure }) => procedure === 'uploads.complete')).toHaveLength(2)
})

it('ends when the upload was replaced', async () => {
  answers = [() => Promise.reject(new ORPCError('NOT_FOUND', { status: 404 }))]
  await expect(send([0])).rejects.toMatchObject({ status: 404 })
  expect(calls).toHaveLength(0)
})

it('stops when it is aborted', async () => {
  const controller = new AbortController()
  controller.abort(new DOMException('stopped', 'AbortError'))
  await expect(send([0], controller.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(sent).toHaveLength(0)
})
