import type { OpenScratchFile } from '../../ports/index.ts'

/** Keeps files in memory, for an installation without a folder: whoever has one is all that refers to it. */
export const openMemoryFile: OpenScratchFile = () => {
  let parts: Uint8Array<ArrayBuffer>[] = []
  const removed = Promise.withResolvers<null>()
  return Promise.resolve({
    write(bytes) {
      parts.push(Uint8Array.from(bytes))
      return Promise.resolve()
    },
    finish(name, type) {
      removed.resolve(null)
      return new File(parts, name, { type })
    },
    discard() {
      parts = []
      removed.resolve(null)
      return Promise.resolve()
    },
    removed: removed.promise,
  })
}
