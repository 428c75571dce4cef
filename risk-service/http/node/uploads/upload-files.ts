/* Chunks of uploaded files, in folders of the data directory: `uploads/ENVIRONMENT/UPLOAD/NUMBER-SHA256`. */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../../../kernel/errors/error-code.ts'
import type { ChunkOutcome, UploadAddress, UploadChunk, UploadFiles } from '../../../ports/index.ts'

/** Bytes that uploads leave free: the embedded database has its place on the same disk. */
const reservedRoom = 256 * 1024 ** 2
/** Bytes that are read at once: hashing and checking them takes less than a millisecond. */
const pieceSize = 256 * 1024
/** Only the service reads them: they have personal data. */
const modes = { folder: 0o700, file: 0o600 }
const noSpace: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface UploadFilesOptions {
  dataDir: string
  /** Of tests: how a file is opened, and the free bytes of a folder. */
  open?: typeof fs.open
  freeBytes?: (folder: string) => Promise<number>
}

export function createUploadFiles({
  dataDir,
  open = fs.open,
  freeBytes = freeBytesOf,
}: UploadFilesOptions): UploadFiles {
  const root = path.join(dataDir, 'uploads')
  const environmentFolder = (environmentId: string) => path.join(root, idOf(environmentId))
  const folderOf = ({ environmentId, uploadId }: UploadAddress) =>
    path.join(environmentFolder(environmentId), idOf(uploadId))
  const fileOf = (address: UploadAddress, { index, sha256 }: UploadChunk) =>
    path.join(folderOf(address), `${String(index).padStart(5, '0')}-${sha256}`)

  async function writeChunk(
    address: UploadAddress,
    chunk: UploadChunk,
    content: AsyncIterable<Uint8Array>,
  ): Promise<ChunkOutcome> {
    const folder = folderOf(address)
    const temporary = path.join(folder, `_${randomUUID()}`)
    let isStored = false
    try {
      await fs.mkdir(folder, { recursive: true, mode: modes.folder })
      const handle = await open(temporary, 'wx', modes.file)
      try {
        const hash = createHash('sha256')
        let received = 0
        for await (const piece of content) {
          received += piece.byteLength
          if (received > chunk.size) return { state: 'wrongSize', received }
          hash.update(piece)
          await writeWhole(handle, piece)
        }
        if (received !== chunk.size) return { state: 'wrongSize', received }
        if (hash.digest('hex') !== chunk.sha256) return { state: 'wrongDigest' }
        await handle.sync()
      } finally {
        await handle.close()
      }
      await fs.rename(temporary, fileOf(address, chunk))
      isStored = true
      await syncFolder(folder)
      return { state: 'stored' }
    } catch (error) {
      if (noSpace.has(codeOf(error))) return { state: 'noSpace' }
      throw error
    } finally {
      if (!isStored) await fs.rm(temporary, { force: true })
    }
  }

  return {
    isAvailable: true,
    async hasRoom(bytes) {
      // It may be a disk of its own.
      await fs.mkdir(root, { recursive: true, mode: modes.folder })
      return (await freeBytes(root)) >= bytes + reservedRoom
    },
    write: writeChunk,
    async findMissing(address, chunks) {
      const missing: UploadChunk[] = []
      for (const chunk of chunks) {
        const size = await fs.stat(fileOf(address, chunk)).then(
          found => found.size,
          () => null,
        )
        if (size !== chunk.size) missing.push(chunk)
      }
      return missing
    },
    async read(address, chunks, onPiece) {
      const hash = createHash('sha256')
      const buffer = Buffer.allocUnsafe(pieceSize)
      for (const chunk of chunks) {
        const handle = await open(fileOf(address, chunk), 'r')
        try {
          for (;;) {
            const { bytesRead } = await handle.read(buffer, 0, pieceSize)
            if (bytesRead === 0) break
            const piece = buffer.subarray(0, bytesRead)
            hash.update(piece)
            await onPiece(piece)
          }
        } finally {
          await handle.close()
        }
      }
      return hash.digest('hex')
    },
    remove: async address => {
      await fs.rm(folderOf(address), { recursive: true, force: true })
    },
    removeEnvironment: async environmentId => {
      await fs.rm(environmentFolder(environmentId), { recursive: true, force: true })
    },
    async list() {
      const found: UploadAddress[] = []
      for (const environmentId of await idsIn(root))
        for (const uploadId of await idsIn(path.join(root, environmentId))) found.push({ environmentId, uploadId })
      return found
    },
  }
}

/** Whatever a caller sends, no part of a path leads elsewhere. @throws Error for anything but an id */
function idOf(value: string): string {
  const folder = value.toLowerCase()
  if (!id.test(folder)) throw new Error('An upload is named by an id.')
  return folder
}

async function idsIn(folder: string): Promise<string[]> {
  const names = await fs.readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return names.filter(name => id.test(name))
}

/** Writes all bytes: a disk that is nearly full takes a part of them. */
async function writeWhole(handle: fs.FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.byteLength; ) at += (await handle.write(piece, at)).bytesWritten
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder)
  return bavail * bsize
}

/** Makes a new name outlast a failure of power, where the file system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r').catch(() => null)
  try {
    await handle?.sync()
  } catch {
    // Some file systems have no sync of folders.
  } finally {
    await handle?.close()
  }
}
