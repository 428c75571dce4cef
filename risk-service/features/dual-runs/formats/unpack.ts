/** Why a file as a whole is not read. */
export type FileFaultCode = 'empty' | 'noEvents' | 'noAnswers' | 'notJson' | 'documentTooLong' | 'tooLong' | 'damaged'

/** A file that is not replayed. */
export class FileFault extends Error {
  readonly code: FileFaultCode
  constructor(code: FileFaultCode) {
    super(code)
    this.code = code
  }
}

const pieceLength = 1 << 20

/**
 * Unpacks gzip piece by piece; other bytes are returned as they are. Several packed files one after another are refused
 * as damaged.
 * @param most bytes of the file once it is unpacked
 * @throws FileFault
 */
export async function* unpack(bytes: Uint8Array, most: number): AsyncGenerator<Uint8Array, void, undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    if (bytes.length > most) throw new FileFault('tooLong')
    for (let from = 0; from < bytes.length; from += pieceLength) yield bytes.subarray(from, from + pieceLength)
    return
  }
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>)
  let length = 0
  try {
    for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) {
      length += piece.length
      if (length > most) throw new FileFault('tooLong')
      yield piece
    }
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('damaged')
  }
}
