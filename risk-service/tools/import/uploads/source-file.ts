import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { uploadLimits } from '../../../contract/index.ts'
import { readPieces } from '../files/file-pieces.ts'
import { UsageError } from './open-upload.ts'

/** A file that is sent in chunks, with what says that it is the same one after a stop. */
export interface SourceFile {
  /** Where its unpacked bytes are. */
  path: string
  name: string
  size: number
  /** Milliseconds since 1970; of a file on no disk 2^52 and more, made of its content. */
  modifiedAt: number
  sha256: string
  chunkDigests: string[]
  readChunk: (index: number) => ReadableStream<Uint8Array>
  /** Removes the copy of an input that is no file, or of a packed one. */
  remove: () => Promise<void>
}

const standardInput = 'standard-input.csv'
const onNoDisk = 2 ** 52

/**
 * Reads a file, a packed one (gzip) or standard input (`-`) once for the digests of its chunks. What is no plain file is
 * copied into the folder, which only its owner can read.
 * @throws UsageError for a file that is not there
 */
export async function openSource(file: string, folder: string): Promise<SourceFile> {
  const plain = file === '-' ? null : await statOf(file)
  if (plain !== null && !(await isPacked(file)))
    return sourceOf(file, path.basename(file), await digestsOf(readPieces(file)), Math.floor(plain.mtimeMs))
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const copy = path.join(folder, `${randomUUID()}.csv`)
  const handle = await fs.open(copy, 'wx', 0o600)
  const remove = () => fs.rm(copy, { force: true })
  try {
    const digests = await digestsOf(readPieces(file), piece => handle.writeFile(piece))
    const name = file === '-' ? standardInput : path.basename(file).replace(/\.gz$/i, '')
    const modifiedAt = onNoDisk + Number.parseInt(digests.sha256.slice(0, 12), 16)
    return { ...sourceOf(copy, name, digests, modifiedAt), remove }
  } catch (error) {
    await remove()
    throw error
  } finally {
    await handle.close()
  }
}

async function statOf(file: string) {
  const found = await fs.stat(file).catch(() => null)
  if (!found?.isFile()) throw new UsageError(`There is no file ${file}.`)
  return found
}

async function isPacked(file: string): Promise<boolean> {
  const handle = await fs.open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await handle.close()
  }
}

interface Digests {
  size: number
  sha256: string
  chunkDigests: string[]
}

async function digestsOf(
  pieces: AsyncIterable<Uint8Array>,
  onPiece: (piece: Uint8Array) => Promise<void> | undefined = () => undefined,
): Promise<Digests> {
  const whole = createHash('sha256')
  const chunkDigests: string[] = []
  let chunk = createHash('sha256')
  let size = 0
  let inChunk = 0
  for await (const piece of pieces) {
    await onPiece(piece)
    whole.update(piece)
    size += piece.length
    for (let from = 0; from < piece.length; ) {
      const part = piece.subarray(from, from + uploadLimits.chunkSize - inChunk)
      chunk.update(part)
      from += part.length
      inChunk += part.length
      if (inChunk < uploadLimits.chunkSize) continue
      chunkDigests.push(chunk.digest('hex'))
      chunk = createHash('sha256')
      inChunk = 0
    }
  }
  if (inChunk > 0) chunkDigests.push(chunk.digest('hex'))
  return { size, sha256: whole.digest('hex'), chunkDigests }
}

const sourceOf = (file: string, name: string, digests: Digests, modifiedAt: number): SourceFile => ({
  path: file,
  name,
  ...digests,
  modifiedAt,
  readChunk: index => {
    const start = index * uploadLimits.chunkSize
    const end = Math.min(digests.size, start + uploadLimits.chunkSize) - 1
    return Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream<Uint8Array>
  },
  remove: () => Promise.resolve(),
})
