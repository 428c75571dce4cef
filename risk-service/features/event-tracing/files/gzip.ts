/** A compressor whose output is collected while it is written to. */
export function createGzip() {
  const stream = new CompressionStream('gzip')
  const writer = stream.writable.getWriter()
  const parts: Uint8Array[] = []
  let size = 0
  const collected = (async () => {
    const reader = (stream.readable as ReadableStream<Uint8Array>).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parts.push(value)
      size += value.byteLength
    }
  })()
  return {
    write: (bytes: Uint8Array<ArrayBuffer>) => writer.write(bytes),
    /** Bytes that are compressed so far. */
    size: () => size,
    async end(): Promise<Uint8Array<ArrayBuffer>> {
      await writer.close()
      await collected
      const bytes = new Uint8Array(size)
      let offset = 0
      for (const part of parts) {
        bytes.set(part, offset)
        offset += part.byteLength
      }
      return bytes
    },
  }
}
