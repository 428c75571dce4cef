import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UploadChunk } from '../../../ports/index.ts'
import { createUploadFiles } from './upload-files.ts'

const address = {
  environmentId: '20000000-0000-4000-8000-000000000001',
  uploadId: '30000000-0000-4000-8000-000000000001',
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const text = (value: string) => new TextEncoder().encode(value)
const chunkOf = (index: number, bytes: Uint8Array): UploadChunk => ({
  index,
  sha256: sha256(bytes),
  size: bytes.byteLength,
})
async function* piecesOf(...pieces: Uint8Array[]) {
  yield* pieces
}
const failing = (code: string) => Object.assign(new Error(code), { code })

let dataDir: string
beforeEach(async () => {
  dataDir = await fs.mkdtemp(path.join(tmpdir(), 'assay-files-'))
})
afterEach(() => fs.rm(dataDir, { recursive: true, force: true }))
const folder = () => path.join(dataDir, 'uploads', address.environmentId, address.uploadId)
const stored = () => fs.readdir(folder()).catch(() => [])
const opened = (change: Partial<Parameters<typeof createUploadFiles>[0]> = {}) =>
  createUploadFiles({ dataDir, ...change })

describe('chunks in the data directory', () => {
  it('a chunk is written in pieces, and read with the others in their order', async () => {
    const files = opened()
    const [one, two] = [text('a,b\n1,2\n'), text('3,4\n')]
    expect(await files.write(address, chunkOf(1, two), piecesOf(two))).toEqual({ state: 'stored' })
    const half = one.subarray(0, 3)
    expect(await files.write(address, chunkOf(0, one), piecesOf(half, one.subarray(3)))).toEqual({ state: 'stored' })
    const chunks = [chunkOf(0, one), chunkOf(1, two)]
    expect(await files.findMissing(address, chunks)).toEqual([])
    const pieces: Buffer[] = []
    const digest = await files.read(address, chunks, piece => void pieces.push(Buffer.from(piece)))
    expect(Buffer.concat(pieces).toString()).toBe('a,b\n1,2\n3,4\n')
    expect(digest).toBe(sha256(text('a,b\n1,2\n3,4\n')))
    expect((await fs.stat(path.join(folder(), (await stored())[0] ?? ''))).mode & 0o777).toBe(0o600)
    expect(await files.list()).toEqual([address])
  })
  it('a chunk is on the disk while it arrives: no more than a piece of it is in memory', async () => {
    const piece = new Uint8Array(64 * 1024).fill(7)
    const count = 128
    const sizes: number[] = []
    async function* arriving() {
      for (let index = 0; index < count; index++) {
        const [name = ''] = await fs.readdir(folder())
        sizes.push((await fs.stat(path.join(folder(), name))).size)
        yield piece
      }
    }
    const whole = new Uint8Array(piece.byteLength * count).fill(7)
    expect(await opened().write(address, chunkOf(0, whole), arriving())).toEqual({ state: 'stored' })
    expect(sizes).toEqual(Array.from({ length: count }, (_piece, index) => index * piece.byteLength))
  })
  it.each([
    ['too few bytes', text('12'), { state: 'wrongSize', received: 2 }],
    ['too many bytes', text('12345'), { state: 'wrongSize', received: 5 }],
    ['other bytes', text('abcd'), { state: 'wrongDigest' }],
  ] as const)('nothing is left of a chunk of %s', async (_name, sent, outcome) => {
    const files = opened()
    expect(await files.write(address, chunkOf(0, text('1234')), piecesOf(sent))).toEqual(outcome)
    expect(await stored()).toEqual([])
  })
  it('nothing is left of a chunk whose sender has gone', async () => {
    async function* leaving() {
      yield text('12')
      throw failing('ECONNRESET')
    }
    await expect(opened().write(address, chunkOf(0, text('1234')), leaving())).rejects.toThrow('ECONNRESET')
    expect(await stored()).toEqual([])
  })
  it.each(['ENOSPC', 'EDQUOT'])(
    'a full disk (%s) leaves nothing, and takes the chunk when there is room',
    async code => {
      const bytes = text('1234')
      const full: typeof fs.open = async (...given) => {
        const handle = await fs.open(...given)
        handle.write = () => Promise.reject(failing(code))
        return handle
      }
      expect(await opened({ open: full }).write(address, chunkOf(0, bytes), piecesOf(bytes))).toEqual({
        state: 'noSpace',
      })
      expect(await stored()).toEqual([])
      expect(await opened().write(address, chunkOf(0, bytes), piecesOf(bytes))).toEqual({ state: 'stored' })
    },
  )
  it('other faults of the disk are errors', async () => {
    const broken: typeof fs.open = () => Promise.reject(failing('EIO'))
    const bytes = text('1234')
    await expect(opened({ open: broken }).write(address, chunkOf(0, bytes), piecesOf(bytes))).rejects.toThrow('EIO')
  })
  it('a disk that takes a part of what is written gets the rest', async () => {
    const bytes = text('123456789')
    const slow: typeof fs.open = async (...given) => {
      const handle = await fs.open(...given)
      const write = handle.write.bind(handle)
      handle.write = ((piece: Uint8Array, at: number) => write(piece, at, Math.min(2, piece.byteLength - at))) as never
      return handle
    }
    expect(await opened({ open: slow }).write(address, chunkOf(0, bytes), piecesOf(bytes))).toEqual({ state: 'stored' })
  })
  it('uploads leave room for the service itself', async () => {
    const files = opened({ freeBytes: () => Promise.resolve(300 * 1024 ** 2) })
    expect(await files.hasRoom(44 * 1024 ** 2)).toBe(true)
    expect(await files.hasRoom(44 * 1024 ** 2 + 1)).toBe(false)
    expect(await opened().hasRoom(1)).toBe(true)
  })
  it('chunks of one number with different bytes stand beside each other', async () => {
    const files = opened()
    const [one, other] = [text('1234'), text('5678')]
    for (const bytes of [one, other]) await files.write(address, chunkOf(0, bytes), piecesOf(bytes))
    expect(await files.read(address, [chunkOf(0, one)], () => undefined)).toBe(sha256(one))
    expect(await files.read(address, [chunkOf(0, other)], () => undefined)).toBe(sha256(other))
  })
  it('a chunk that was shortened or lost is missing', async () => {
    const files = opened()
    const [one, two] = [text('1234'), text('5678')]
    await files.write(address, chunkOf(0, one), piecesOf(one))
    await fs.truncate(path.join(folder(), (await stored())[0] ?? ''), 3)
    expect(await files.findMissing(address, [chunkOf(0, one), chunkOf(1, two)])).toHaveLength(2)
  })
  it('an upload is removed, and all of an environment, again and again', async () => {
    const files = opened()
    const other = { ...address, uploadId: '30000000-0000-4000-8000-000000000002' }
    const bytes = text('1234')
    for (const each of [address, other]) await files.write(each, chunkOf(0, bytes), piecesOf(bytes))
    await files.remove(address)
    await files.remove(address)
    expect(await files.list()).toEqual([other])
    await files.removeEnvironment(address.environmentId)
    await files.removeEnvironment(address.environmentId)
    expect(await files.list()).toEqual([])
  })
  it('no id leads out of the folder', async () => {
    const files = opened()
    for (const uploadId of ['..', '../..', '', `${address.uploadId}/..`])
      await expect(files.remove({ ...address, uploadId })).rejects.toThrow('named by an id')
    await expect(files.removeEnvironment('..')).rejects.toThrow('named by an id')
  })
})

/** Writes chunks one after another, each in small pieces, and prints the number of each that is stored. */
const writer = `
  import { createHash } from 'node:crypto'
  const { createUploadFiles } = await import(process.argv[1])
  const files = createUploadFiles({ dataDir: process.argv[2] })
  for (let index = 0; ; index++) {
    const bytes = new Uint8Array(65_536).fill(index % 251)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 4096) yield bytes.subarray(at, at + 4096)
    }
    await files.write(JSON.parse(process.argv[3]), { index, sha256, size: bytes.length }, pieces())
    process.stdout.write(index + '\\n')
  }`

it.each([1, 2, 3])('a kill at any point leaves every stored chunk, and no part of another one (%i)', async run => {
  const program = path.join(import.meta.dirname, 'upload-files.ts')
  const args = ['--input-type=module', '-e', writer, program, dataDir, JSON.stringify(address)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise(resolve => child.once('close', resolve))
  let printed = ''
  child.stdout.on('data', piece => {
    printed += String(piece)
    if (printed.split('\n').length > 7 * run) child.kill('SIGKILL')
  })
  await ended
  const files = opened()
  const bytesOf = (index: number) => new Uint8Array(65_536).fill(index % 251)
  const count = printed.split('\n').length - 1
  expect(count).toBeGreaterThanOrEqual(7 * run)
  const chunks = Array.from({ length: count }, (_chunk, index) => chunkOf(index, bytesOf(index)))
  expect(await files.findMissing(address, chunks)).toEqual([])
  const whole = Buffer.concat(chunks.map(({ index }) => bytesOf(index)))
  expect(await files.read(address, chunks, () => undefined)).toBe(sha256(whole))
  for (const name of await stored()) {
    if (name.startsWith('_')) continue
    const bytes = await fs.readFile(path.join(folder(), name))
    expect(name.slice(6)).toBe(sha256(bytes))
  }
  const next = bytesOf(count)
  expect(await files.write(address, chunkOf(count, next), piecesOf(next))).toEqual({ state: 'stored' })
})
