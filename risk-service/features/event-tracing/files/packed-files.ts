import { tracingLimits } from '../../../contract/index.ts'
import { sha256 } from '../../../engine/lib/sha256.ts'
import type { TracedMessage } from '../messages/traced-message.ts'
import { createGzip } from './gzip.ts'

/** A file that is complete, but not written yet. */
export interface PackedFile {
  /** Name of its events. */
  name: string
  /** Day of its events, UTC, as yyyy-MM-dd. */
  day: string
  events: number
  firstAt: Date
  lastAt: Date
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
}

/** Files that are open at the same time, each with a compressor. */
const maxOpen = 48
/** Characters that are collected before they are compressed. */
const chunkLength = 64 * 1024

const encoder = new TextEncoder()

interface OpenFile {
  name: string
  day: string
  events: number
  firstAt: Date
  lastAt: Date
  /** Bytes before they are compressed. */
  size: number
  pending: string[]
  pendingLength: number
  gzip: ReturnType<typeof createGzip>
}

/** Packs events into files of one name and one day each, compressed as they come. */
export interface FilePacker {
  add: (message: TracedMessage) => Promise<void>
  /** What is packed should be written now. */
  isFull: () => boolean
  /** Completes all files; the packer is empty afterwards. */
  finish: () => Promise<PackedFile[]>
}

/** Bytes of one file before it is compressed, and of all that are packed. */
export interface FilePackerOptions {
  fileBytes?: number
  packedBytes?: number
}

export function createFilePacker({
  fileBytes = tracingLimits.fileBytes,
  packedBytes = tracingLimits.packedBytes,
}: FilePackerOptions = {}): FilePacker {
  const open = new Map<string, OpenFile>()
  let done: PackedFile[] = []
  const packed = (): number =>
    done.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) +
    [...open.values()].reduce((sum, { gzip }) => sum + gzip.size(), 0)

  async function close(key: string, file: OpenFile): Promise<void> {
    open.delete(key)
    await drain(file)
    const bytes = await file.gzip.end()
    const { name, day, events, firstAt, lastAt } = file
    done.push({ name, day, events, firstAt, lastAt, bytes, sha256: await sha256(bytes) })
  }

  return {
    async add({ name, at, json }) {
      const day = at.toISOString().slice(0, 10)
      const key = `${name}\n${day}`
      const size = encoder.encode(json).byteLength + 1
      let file = open.get(key)
      if (file !== undefined && file.size + size > fileBytes) {
        await close(key, file)
        file = undefined
      }
      if (file === undefined) {
        file = {
          name,
          day,
          events: 0,
          firstAt: at,
          lastAt: at,
          size: 0,
          pending: [],
          pendingLength: 0,
          gzip: createGzip(),
        }
        open.set(key, file)
      }
      file.events += 1
      file.size += size
      if (at < file.firstAt) file.firstAt = at
      if (at > file.lastAt) file.lastAt = at
      file.pending.push(json, '\n')
      file.pendingLength += json.length
      if (file.pendingLength >= chunkLength) await drain(file)
    },
    isFull: () => open.size >= maxOpen || packed() >= packedBytes,
    async finish() {
      for (const [key, file] of [...open]) await close(key, file)
      const files = done
      done = []
      return files
    },
  }
}

async function drain(file: OpenFile): Promise<void> {
  if (file.pending.length === 0) return
  const text = file.pending.join('')
  file.pending = []
  file.pendingLength = 0
  await file.gzip.write(encoder.encode(text))
}
