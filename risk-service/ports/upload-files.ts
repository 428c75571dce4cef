/** Where the chunks of one upload are. */
export interface UploadAddress {
  environmentId: string
  uploadId: string
}

/** A chunk by its number and the SHA-256 of its bytes. */
export interface UploadChunk {
  index: number
  sha256: string
  /** Bytes. */
  size: number
}

/** Whether a chunk was stored, or why not: another number of bytes, another SHA-256, a full disk. */
export type ChunkOutcome =
  | { state: 'stored' }
  | { state: 'wrongSize'; received: number }
  | { state: 'wrongDigest' }
  | { state: 'noSpace' }

/** The chunks of uploaded files, in the data directory of the service. */
export interface UploadFiles {
  /** Whether this installation can store files. */
  isAvailable: boolean
  /** Whether the disk has room for these bytes and for what the service itself needs. */
  hasRoom: (bytes: number) => Promise<boolean>
  /**
   * Writes a chunk as it arrives: nobody sees a part of it, and nothing is left of one that was refused. Chunks of one
   * number with different bytes stand beside each other. Rejects when the content does.
   */
  write: (address: UploadAddress, chunk: UploadChunk, content: AsyncIterable<Uint8Array>) => Promise<ChunkOutcome>
  /** Returns those of the chunks that are not there, or are there in another size. */
  findMissing: (address: UploadAddress, chunks: readonly UploadChunk[]) => Promise<UploadChunk[]>
  /**
   * Reads chunks one after another in pieces of at most some hundred kilobytes, and returns the SHA-256 of all bytes.
   */
  read: (
    address: UploadAddress,
    chunks: readonly UploadChunk[],
    onPiece: (piece: Uint8Array) => void | Promise<void>,
  ) => Promise<string>
  /** Removes the chunks of an upload, if there are any. */
  remove: (address: UploadAddress) => Promise<void>
  /** Removes the chunks of all uploads of an environment. */
  removeEnvironment: (environmentId: string) => Promise<void>
  /** Returns every upload of which there are chunks. */
  list: () => Promise<UploadAddress[]>
}
