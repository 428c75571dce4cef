import { crc32, dosTime, record } from './zip.ts'

/** The bytes of a generator as a stream, read as they are needed. */
function streamOf(bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await bytes.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel: async () => void (await bytes.return(undefined)),
    },
    { highWaterMark: 0 },
  )
}

/**
 * Yields a ZIP archive of one file of less than four gigabytes, piece by piece as it is packed: neither the file nor the
 * archive is in memory as a whole. Sizes and checksum stand behind the content (APPNOTE 4.3.9).
 */
export async function* zipPieces(
  { name, at }: { name: string; at: Date },
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const encoded = new TextEncoder().encode(name)
  const { time, day } = dosTime(at)
  const totals = { crc: 0, bytes: 0, packed: 0 }
  let failure: { error: unknown } | undefined
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of pieces) {
        totals.crc = crc32(piece, totals.crc)
        totals.bytes += piece.byteLength
        yield piece
      }
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  // Version 2.0; sizes behind the content, names in UTF-8; deflate.
  const facts = [
    [16, 20],
    [16, 0x0808],
    [16, 8],
    [16, time],
    [16, day],
  ] as const
  const names = [
    [16, encoded.byteLength],
    [16, 0],
  ] as const
  const head = record([32, 0x04034b50], ...facts, [32, 0], [32, 0], [32, 0], ...names)
  yield head
  yield encoded
  const reader = streamOf(counted())
    .pipeThrough(new CompressionStream('deflate-raw') as ReadableWritablePair<Uint8Array, Uint8Array>)
    .getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      totals.packed += value.byteLength
      yield value
    }
  } catch (error) {
    // Compressors of some platforms pass on an error of their own.
    throw failure === undefined ? error : failure.error
  } finally {
    // Whoever wants no more of it ends what it is read from.
    await reader.cancel().catch(() => undefined)
  }
  const sizes = [
    [32, totals.crc],
    [32, totals.packed],
    [32, totals.bytes],
  ] as const
  const descriptor = record([32, 0x08074b50], ...sizes)
  yield descriptor
  const directory = record(
    [32, 0x02014b50],
    [16, 20],
    ...facts,
    ...sizes,
    ...names,
    [16, 0],
    [16, 0],
    [16, 0],
    [32, 0],
    [32, 0],
  )
  yield directory
  yield encoded
  const start = head.byteLength + encoded.byteLength + totals.packed + descriptor.byteLength
  yield record(
    [32, 0x06054b50],
    [16, 0],
    [16, 0],
    [16, 1],
    [16, 1],
    [32, directory.byteLength + encoded.byteLength],
    [32, start],
    [16, 0],
  )
}
