import { describe, expect, it, vi } from 'vitest'
import { digestInPieces, sha256 } from './sha256.ts'

it('returns the SHA-256 of bytes in hexadecimal digits', async () => {
  // FIPS 180-2, example B.1.
  expect(await sha256(new TextEncoder().encode('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

describe('the digest of a file in pieces', () => {
  const bytes = Uint8Array.from({ length: 1_000_000 }, (_, index) => index % 251)
  const changed = (at: number): Blob => {
    const copy = bytes.slice()
    copy[at] = 255
    return new Blob([copy])
  }

  it('is equal for equal contents, however the file was put together', async () => {
    const digest = await digestInPieces(new Blob([bytes]))
    expect(await digestInPieces(new Blob([bytes.slice(0, 7), new Blob([bytes.slice(7)])]))).toBe(digest)
  })
  it('differs with every byte and with the size', async () => {
    const files = [
      new Blob([bytes]),
      changed(0),
      changed(500_000),
      changed(999_999),
      new Blob([bytes, '\0']),
      new Blob([bytes.slice(1)]),
      new Blob([]),
      new Blob(['\0']),
    ]
    expect(new Set(await Promise.all(files.map(digestInPieces))).size).toBe(files.length)
  })
  it('never copies more than a piece at a time', async () => {
    const read = vi.spyOn(Blob.prototype, 'arrayBuffer')
    await digestInPieces(new Blob([bytes]))
    const sizes = read.mock.contexts.map(piece => (piece as Blob).size)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes.length)
    read.mockRestore()
  })
})
