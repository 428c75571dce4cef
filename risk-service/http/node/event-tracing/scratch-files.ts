import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { OpenScratchFile } from '../../../ports/index.ts'

/** Bytes that are read at a time while a file is sent. */
const pieceBytes = 64 * 1024

/**
 * Creates files in a folder for answers that are too large for memory. Their names are removed while they are open: the
 * system frees their room with the last use, also where the process is killed.
 */
export function createScratchFiles(folder: string): OpenScratchFile {
  return async signal => {
    const place = path.join(folder, `.scratch-${randomUUID()}`)
    const handle = await fs.open(place, 'wx+', 0o600)
    await fs.rm(place)
    let size = 0
    let closed: Promise<void> | null = null
    const discard = (): Promise<void> => {
      signal.removeEventListener('abort', abandon)
      return (closed ??= handle.close())
    }
    const abandon = (): void => void discard().catch(() => undefined)
    signal.addEventListener('abort', abandon)
    if (signal.aborted) abandon()

    /** Reads the file from its beginning, a piece whenever one is needed, and closes it after the last one. */
    function read(): ReadableStream<Uint8Array> {
      let position = 0
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const { bytesRead, buffer } = await handle.read(new Uint8Array(pieceBytes), 0, pieceBytes, position)
            position += bytesRead
            if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead))
            controller.close()
            await discard()
          },
          cancel: discard,
        },
        { highWaterMark: 0 },
      )
    }
    return {
      async write(bytes) {
        let written = 0
        while (written < bytes.byteLength)
          written += (await handle.write(bytes, written, bytes.byteLength - written, size + written)).bytesWritten
        size += written
      },
      // A file of the platform whose content stands elsewhere: who sends it asks for its size and its stream.
      finish: (name, type) =>
        Object.defineProperties(new File([], name, { type }), { size: { value: size }, stream: { value: read } }),
      discard,
    }
  }
}
