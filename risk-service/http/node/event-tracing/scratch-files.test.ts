import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScratchFiles } from './scratch-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-scratch-'))
})
afterAll(() => rm(folder, { recursive: true }))

const content = randomBytes(200_000)
async function written(signal = new AbortController().signal) {
  const file = await createScratchFiles(folder)(signal)
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
  await expect(answer.stream().getReader().read()).rejects.toThrow()
  await file.discard()
})
