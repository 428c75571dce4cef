import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

const pieceSize = 1 << 20

/** Reads a file, or standard input for `-`, in pieces; gzip, recognised by its first bytes, is unpacked. */
export async function* readPieces(file: string): AsyncGenerator<Uint8Array> {
  const source: Readable = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: pieceSize })
  try {
    const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    const first = await pieces.next()
    if (first.done === true) return
    const all = chain(first.value, pieces)
    if (first.value[0] === 0x1f && first.value[1] === 0x8b) yield* unpack(all)
    else yield* all
  } finally {
    source.destroy()
  }
}

async function* chain(first: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value
}

function unpack(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const unpacked = createGunzip({ chunkSize: pieceSize })
  // A fault anywhere in the chain ends the unpacking with that error, which the loop of the caller throws.
  pipeline(Readable.from(pieces), unpacked, () => undefined)
  return unpacked as AsyncIterable<Buffer>
}
