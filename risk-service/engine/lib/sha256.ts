import { createYieldPoint } from '../../contract/cooperative.ts'

/** Bytes of a piece: copying and passing one on takes some tenths of a millisecond. */
const pieceSize = 256 * 1024

/** Returns the SHA-256 of bytes in hexadecimal digits, with an API that Node and browsers share. */
export async function sha256(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
}

/**
 * Returns a digest of a file's content, which is equal for equal contents: the SHA-256 of the SHA-256s of its pieces.
 * Reads one piece at a time and yields to the event loop between them, because the Web API has no digest that is
 * continued, and a whole file of 20 MB delays everything else by its copies.
 */
export async function digestInPieces(file: Blob): Promise<string> {
  const pause = createYieldPoint()
  const digests: string[] = []
  for (let start = 0; start < file.size; start += pieceSize) {
    digests.push(await sha256(await file.slice(start, start + pieceSize).arrayBuffer()))
    await pause()
  }
  return sha256(new TextEncoder().encode(digests.join('\n')))
}
