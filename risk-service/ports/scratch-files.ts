/** A file that is written once and sent once. Nothing is left of it afterwards, nor of a process that ends. */
export interface ScratchFile {
  /** Appends bytes. Resolves when they are written, so that who writes keeps no more than those in memory. */
  write: (bytes: Uint8Array) => Promise<void>
  /** Returns what was written as the file of an answer: it is read piece by piece as it is sent, and removed then. */
  finish: (name: string, type: string) => File
  /** Removes it. */
  discard: () => Promise<void>
}

/**
 * Opens a file for an answer that is too large for memory.
 * @param signal of the call: nobody reads the answer any more, and the file is removed
 */
export type OpenScratchFile = (signal: AbortSignal) => Promise<ScratchFile>
