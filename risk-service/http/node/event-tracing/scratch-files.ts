import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { codeOf } from '../../../kernel/errors/error-code.ts'
import { fullDiskCodes } from '../../../kernel/errors/outage.ts'
import { StartError } from '../../../kernel/errors/start-error.ts'
import { makeFolder } from '../../../kernel/settings/data-folder.ts'
import { hasRoom } from '../../../kernel/settings/disk-room.ts'
import { type OpenScratchFile, UnavailableError } from '../../../ports/index.ts'

/** Bytes that are read at a time while a file is sent. */
const pieceBytes = 64 * 1024

/** What a folder that nobody may write says: an installation with a database elsewhere may have no other. */
const readOnly: readonly string[] = ['EROFS', 'EACCES', 'EPERM']

/** What files need of the machine; tests replace it. */
interface ScratchMachine {
  makeFolder: (folder: string) => Promise<void>
  hasRoom: (folder: string, bytes: number) => Promise<boolean>
  /** The folder where another one cannot be written. */
  temporary: string
}

/**
 * Creates files in a folder for answers that are too large for memory. Their names are removed while they are open: the
 * system frees their room with the last use, also where the process is killed.
 */
export function createScratchFiles(folder: string, machine: Partial<ScratchMachine> = {}): OpenScratchFile {
  const { temporary, ...disk }: ScratchMachine = { makeFolder, hasRoom, temporary: tmpdir(), ...machine }
  /** Bytes for which open files have room and that are not written yet. */
  let reserved = 0

  /** Returns the folder, which is created when it is first needed, or the temporary one. */
  async function writableFolder(): Promise<string> {
    try {
      await disk.makeFolder(folder)
      return folder
    } catch (error) {
      const cause = codeOf(error instanceof StartError ? error.cause : error)
      if (readOnly.includes(cause)) return temporary
      throw fullDiskCodes.includes(cause) ? new UnavailableError('storage') : error
    }
  }

  async function openHandle(): Promise<fs.FileHandle> {
    const writable = await writableFolder()
    if (!(await disk.hasRoom(writable, reserved))) throw new UnavailableError('storage')
    const place = path.join(writable, `.scratch-${randomUUID()}`)
    const handle = await fs.open(place, 'wx+', 0o600)
    await fs.rm(place)
    return handle
  }

  return async (signal, { bytes: room, seconds }) => {
    let unwritten = room
    const release = (bytes: number): void => {
      const released = Math.min(bytes, unwritten)
      unwritten -= released
      reserved -= released
    }
    reserved += room
    const handle = await openHandle().catch((error: unknown) => {
      release(room)
      throw error
    })
    let size = 0
    let closed: Promise<void> | null = null
    let deadline: NodeJS.Timeout | undefined
    let failure: Error | null = null
    const removed = Promise.withResolvers<Error | null>()
    const discard = (): Promise<void> => {
      signal.removeEventListener('abort', abandon)
      clearTimeout(deadline)
      release(room)
      return (closed ??= handle.close().finally(() => removed.resolve(failure)))
    }
    const fail = (error: Error): void => {
      if (closed === null) failure = error
      void discard().catch(() => undefined)
    }
    const abandon = (): void => fail(new Error('The file was given up before it was sent.'))
    signal.addEventListener('abort', abandon)
    if (signal.aborted) abandon()

    /**
     * Reads a piece. It waits for ever once the file is given up: the form around it (undici) leaves errors of its parts
     * and pieces after its own end unhandled, which would end the process.
     */
    async function readAt(position: number): Promise<Uint8Array<ArrayBuffer>> {
      try {
        const { bytesRead, buffer } = await handle.read(new Uint8Array(pieceBytes), 0, pieceBytes, position)
        if (closed === null) return buffer.subarray(0, bytesRead)
      } catch (error) {
        fail(error instanceof Error ? error : new Error('The file cannot be read.'))
      }
      return new Promise(() => undefined)
    }

    /** Reads the file from its beginning, a piece whenever one is needed, and closes it after the last one. */
    function read(): ReadableStream<Uint8Array> {
      let position = 0
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const piece = await readAt(position)
            position += piece.byteLength
            if (piece.byteLength > 0) return controller.enqueue(piece)
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
        release(written)
      },
      finish(name, type) {
        release(room)
        // Whoever leaves a connection open without reading would occupy the disk for as long.
        if (closed === null) deadline = setTimeout(abandon, seconds * 1000).unref()
        // A file of the platform whose content stands elsewhere: who sends it asks for its size and its stream.
        return Object.defineProperties(new File([], name, { type }), { size: { value: size }, stream: { value: read } })
      },
      discard,
      removed: removed.promise,
    }
  }
}
