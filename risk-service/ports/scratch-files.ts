/** A file that is written once and sent once. Nothing is left of it afterwards, nor of a process that ends. */
export interface ScratchFile {
  /** Appends bytes. Resolves when they are written, so that who writes keeps no more than those in memory. */
  write: (bytes: Uint8Array) => Promise<void>
  /** Returns what was written as the file of an answer: it is read piece by piece as it is sent, and removed then. */
  finish: (name: string, type: string) => File
  /** Removes it. */
  discard: () => Promise<void>
  /**
   * Resolves when it is removed: null where it was sent, discarded or given up by its reader; else why its reader gets no
   * more of it. The stream itself waits then: the platform passes no error of it on to the answer around it.
   */
  removed: Promise<Error | null>
}

export interface ScratchLimits {
  /** Bytes for which there has to be room. */
  bytes: number
  /** A file that is finished is removed after so many, also where its reader is not done with it. */
  seconds: number
}

/**
 * Opens a file for an answer that is too large for memory.
 * @param signal of the call: nobody reads the answer any more, and the file is removed
 * @throws UnavailableError without room for it and for those that are being written
 */
export type OpenScratchFile = (signal: AbortSignal, limits: ScratchLimits) => Promise<ScratchFile>
