import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { unpackZip } from '../testing/unpack-zip.ts'
import { zipPieces } from './zip-stream.ts'

const file = { name: 'events 😀.jsonl', at: new Date('2025-11-20T12:34:56Z') }
async function* piecesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(new TextEncoder().encode(text))
}
async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts)
}

it('an archive that is written piece by piece holds its file', async () => {
  const archive = await collect(zipPieces(file, piecesOf('123', '', '456', '789')))
  expect(unpackZip(archive)).toEqual({ 'events 😀.jsonl': '123456789' })
  // The check sum of "123456789" is the check value in the definition of CRC-32; it stands in the directory.
  const view = new DataView(archive.buffer, archive.byteOffset)
  expect(view.getUint32(view.getUint32(archive.byteLength - 6, true) + 16, true)).toBe(0xcbf43926)
  expect(unpackZip(await collect(zipPieces(file, piecesOf())))).toEqual({ 'events 😀.jsonl': '' })
})

it('nothing is read further than it is taken', async () => {
  const pieces = 100
  let read = 0
  async function* large(): AsyncGenerator<Uint8Array> {
    for (; read < pieces; read++) yield await Promise.resolve(Uint8Array.from(randomBytes(256 * 1024)))
  }
  let taken = 0
  let ahead = 0
  for await (const piece of zipPieces(file, large())) {
    taken += piece.byteLength
    await new Promise(resolve => setTimeout(resolve))
    ahead = Math.max(ahead, read * 256 * 1024 - taken)
  }
  expect(taken).toBeGreaterThan(pieces * 256 * 1024)
  expect(ahead).toBeLessThan(2 * 1024 * 1024)
})

it('a failure of the source is its own, and a reader that leaves ends the source', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield* piecesOf('1')
    throw new RangeError('too large')
  }
  await expect(collect(zipPieces(file, failing()))).rejects.toThrow(new RangeError('too large'))
  let ended = false
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield await Promise.resolve(Uint8Array.from(randomBytes(64 * 1024)))
    } finally {
      ended = true
    }
  }
  let taken = 0
  for await (const piece of zipPieces(file, endless())) {
    taken += piece.byteLength
    if (taken > 200_000) break
  }
  await expect.poll(() => ended).toBe(true)
})
