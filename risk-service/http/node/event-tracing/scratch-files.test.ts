import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notWritableError } from '../../../kernel/settings/data-folder.ts'
import type { ScratchLimits } from '../../../ports/index.ts'
import { createScratchFiles } from './scratch-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-scratch-'))
})
afterAll(() => rm(folder, { recursive: true }))

const content = randomBytes(200_000)
const limits: ScratchLimits = { bytes: content.byteLength, seconds: 600 }
const open = (
  files = createScratchFiles(folder),
  signal = new AbortController().signal,
  more: Partial<ScratchLimits> = {},
) => files(signal, { ...limits, ...more })
async function written(signal?: AbortSignal, more?: Partial<ScratchLimits>) {
  const file = await open(createScratchFiles(folder), signal, more)
  for (let from = 0; from < content.byteLength; from += 30_000) await file.write(content.subarray(from, from + 30_000))
  return file
}

it('an answer is what was written, with name, type and size, and the folder has no file of it', async () => {
  const file = (await written()).finish('events.ndjson.gz', 'application/gzip')
  expect([file.name, file.type, file.size]).toEqual(['events.ndjson.gz', 'application/gzip', content.byteLength])
  expect(await readdir(folder)).toEqual([])
  const answer = new Response(file)
  expect(content.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
})

it('a form of an answer has it as well', async () => {
  const form = new FormData()
  form.set('0', (await written()).finish('events.ndjson.gz', 'application/gzip'))
  const sent = (await new Response(form).formData()).get('0') as File
  expect([sent.name, sent.size]).toEqual(['events.ndjson.gz', content.byteLength])
  expect(content.equals(Buffer.from(await sent.arrayBuffer()))).toBe(true)
})

it('it is read as it is sent, a piece at a time', async () => {
  const file = (await written()).finish('events.ndjson.gz', 'application/gzip')
  const reader = file.stream().getReader()
  const first = await reader.read()
  expect(first.value?.byteLength).toBe(64 * 1024)
  await reader.cancel()
})

it('it ends with its call: nothing is written or read after that', async () => {
  const call = new AbortController()
  const file = await written(call.signal)
  const answer = file.finish('events.ndjson.gz', 'application/gzip')
  call.abort()
  await expect(file.write(content)).rejects.toThrow()
  let hasMore = false
  void answer
    .stream()
    .getReader()
    .read()
    .finally(() => {
      hasMore = true
    })
  expect(await file.removed).toBeInstanceOf(Error)
  expect(hasMore).toBe(false)
  await file.discard()
})

describe('the folder', () => {
  it('is created with the first file', async () => {
    const place = path.join(folder, 'of', 'the', 'installation')
    const file = await open(createScratchFiles(place))
    await file.write(content)
    expect(await readdir(place)).toEqual([])
    await file.discard()
    await rm(path.join(folder, 'of'), { recursive: true })
  })
  it.each(['EROFS', 'EACCES', 'EPERM'])(
    'is the temporary one where that of the installation answers %s',
    async code => {
      const asked: string[] = []
      const files = createScratchFiles('/data', {
        makeFolder: place => Promise.reject(notWritableError(place, { code })),
        hasRoom: place => {
          asked.push(place)
          return Promise.resolve(true)
        },
        temporary: folder,
      })
      const file = await open(files)
      await file.write(content)
      expect(asked).toEqual([folder])
      await file.discard()
    },
  )
  it('is refused where it is a file, and has no room where its disk is full', async () => {
    const place = path.join(folder, 'file')
    await writeFile(place, '')
    await expect(open(createScratchFiles(place))).rejects.toThrow('is a file')
    await rm(place)
    const full = (to: string) => Promise.reject(notWritableError(to, { code: 'ENOSPC' }))
    await expect(open(createScratchFiles(folder, { makeFolder: full }))).rejects.toMatchObject({ reason: 'storage' })
  })
})

it('without room for it and for those that are being written, a file is refused', async () => {
  const wanted: number[] = []
  let free = 250
  const files = createScratchFiles(folder, {
    hasRoom: (_folder, bytes) => {
      wanted.push(bytes)
      return Promise.resolve(bytes <= free)
    },
  })
  const opened = (bytes: number) => open(files, undefined, { bytes })
  const first = await opened(100)
  const second = await opened(100)
  await expect(opened(100)).rejects.toMatchObject({ name: 'Unavailable', reason: 'storage' })
  // What is written is on the disk already, and no longer missing from its room.
  await first.write(content.subarray(0, 60))
  await second.write(content.subarray(0, 200))
  free -= 60
  const third = await opened(100)
  expect(wanted).toEqual([100, 200, 300, 140])
  first.finish('a', 'b')
  await third.discard()
  await (await opened(1)).discard()
  expect(wanted.at(-1)).toBe(1)
  await Promise.all([first.discard(), second.discard()])
  expect(await readdir(folder)).toEqual([])
})

it('a real disk has no room for more than it has', async () => {
  await expect(open(undefined, undefined, { bytes: Number.MAX_SAFE_INTEGER })).rejects.toMatchObject({
    reason: 'storage',
  })
})

describe('it is removed', () => {
  const name = ['events.ndjson.gz', 'application/gzip'] as const
  it('when it is sent, and not before', async () => {
    const file = await written()
    let isRemoved = false
    void file.removed.then(() => {
      isRemoved = true
    })
    const reader = file
      .finish(...name)
      .stream()
      .getReader()
    await reader.read()
    expect(isRemoved).toBe(false)
    while (!(await reader.read()).done);
    expect(await file.removed).toBeNull()
  })
  it('when its reader gives up, when it is discarded and when its call ends', async () => {
    const file = await written()
    await file
      .finish(...name)
      .stream()
      .cancel()
    await file.removed
    const unread = await written()
    await unread.discard()
    await unread.removed
    const call = new AbortController()
    const left = await written(call.signal)
    left.finish(...name)
    call.abort()
    expect(await left.removed).toMatchObject({ message: 'The file was given up before it was sent.' })
  })
  it('after its time, also where nobody reads on', async () => {
    const file = await written(undefined, { seconds: 0.05 })
    const reader = file
      .finish(...name)
      .stream()
      .getReader()
    await reader.read()
    expect(await file.removed).toBeInstanceOf(Error)
    const never = await written(undefined, { seconds: 0.05 })
    never.finish(...name)
    expect(await never.removed).toBeInstanceOf(Error)
  })
  it('when the client goes away in the middle of it', async () => {
    const removed = Promise.withResolvers<string>()
    const server = createServer(
      getRequestListener(async request => {
        const file = await open(undefined, request.signal)
        for (let n = 0; n < 200; n += 1) await file.write(content)
        void file.removed.then(() => removed.resolve('removed'))
        const form = new FormData()
        form.set('0', file.finish(...name))
        return new Response(form)
      }),
    )
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const client = new AbortController()
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: client.signal })
    await answer.body?.getReader().read()
    client.abort()
    expect(await removed.promise).toBe('removed')
    await new Promise(resolve => server.close(resolve))
  })
})
