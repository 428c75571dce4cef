/**
 * A compressor that passes on what is compressed as it comes.
 * @param pass takes a piece; nothing more is compressed before it resolves
 */
export function createGzipStream(pass: (piece: Uint8Array) => Promise<void>) {
  const stream = new CompressionStream('gzip')
  const writer = stream.writable.getWriter()
  let size = 0
  const passed = (async () => {
    const reader = (stream.readable as ReadableStream<Uint8Array>).getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        size += value.byteLength
        await pass(value)
      }
    } catch (error) {
      // Whoever writes would wait for ever.
      await reader.cancel(error).catch(() => undefined)
      throw error
    }
  })()
  // Whoever writes or ends gets the failure.
  passed.catch(() => undefined)
  const orFailure = async (step: Promise<void>): Promise<void> => {
    try {
      await Promise.race([step, passed])
    } catch (error) {
      await passed
      throw error
    }
  }
  return {
    /** Resolves when more may follow. */
    write: (bytes: Uint8Array<ArrayBuffer>) => orFailure(writer.write(bytes)),
    /** Bytes that are compressed so far. */
    size: () => size,
    /** Resolves when everything is passed on. */
    async end(): Promise<void> {
      await orFailure(writer.close())
      await passed
    },
    /** Gives up what is under way. */
    async abort(): Promise<void> {
      await writer.abort().catch(() => undefined)
    },
  }
}

/** A compressor whose output is collected while it is written to. */
export function createGzip() {
  const parts: Uint8Array[] = []
  const { write, size, end } = createGzipStream(piece => {
    parts.push(piece)
    return Promise.resolve()
  })
  return {
    write,
    size,
    async end(): Promise<Uint8Array<ArrayBuffer>> {
      await end()
      const bytes = new Uint8Array(size())
      let offset = 0
      for (const part of parts) {
        bytes.set(part, offset)
        offset += part.byteLength
      }
      return bytes
    },
  }
}
