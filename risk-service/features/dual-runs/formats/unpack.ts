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

/** Most bytes of a file once it is unpacked. */
const maxUnpacked = 2 * 1024 * 1024 * 1024 - 1

/**
 * Unpacks gzip, also several packed files one after another; other bytes are returned as they are.
 * @throws FileFault
 */
export async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>)
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) {
      length += piece.length
      if (length > maxUnpacked) throw new FileFault('tooLong')
      pieces.push(piece)
    }
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('damaged')
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
