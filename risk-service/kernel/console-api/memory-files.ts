import type { OpenScratchFile } from '../../ports/index.ts'

/** Keeps files in memory, for an installation without a folder. */
export const openMemoryFile: OpenScratchFile = () => {
  let parts: Uint8Array<ArrayBuffer>[] = []
  return Promise.resolve({
    write(bytes) {
      parts.push(Uint8Array.from(bytes))
      return Promise.resolve()
    },
    finish: (name, type) => new File(parts, name, { type }),
    discard() {
      parts = []
      return Promise.resolve()
    },
  })
}
