/** Limits of uploaded files. */
export const uploadLimits = {
  /** Bytes of a file. */
  fileSize: 10 * 1024 ** 3,
  /** Bytes of every chunk but the last. */
  chunkSize: 8 * 1024 ** 2,
  /** Minutes without a chunk after which another user may continue or replace an upload. */
  idleMinutes: 10,
  /** Days without a chunk after which an upload is abandoned. */
  abandonedDays: 7,
  columns: 1000,
  columnName: 256,
  fileName: 255,
} as const

/** Returns of how many chunks a file consists. */
export const chunkCount = (size: number): number => Math.ceil(size / uploadLimits.chunkSize)

/** Returns the bytes of a chunk of a file; chunks are numbered from 0. */
export const chunkLength = (size: number, index: number): number =>
  Math.max(0, Math.min(uploadLimits.chunkSize, size - index * uploadLimits.chunkSize))

export const uploadDelimiters = [',', ';', '\t'] as const
export type UploadDelimiter = (typeof uploadDelimiters)[number]

/** Why an upload failed. */
export const uploadFailures = ['cancelled', 'abandoned'] as const
export type UploadFailure = (typeof uploadFailures)[number]
