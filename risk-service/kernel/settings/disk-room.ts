import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Bytes below which a disk counts as full: less than a batch of events and its log need. */
const leastRoom = 4_000_000

/**
 * Returns whether the disk of the data directory has room. A root user may write where others no longer can, and a quota
 * does not show in the figures of the disk: both are asked.
 * @param bytes that are about to be written
 */
export async function hasRoom(dataDir: string, bytes = 0): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < leastRoom + bytes) return false
  const file = path.join(dataDir, `.room-${process.pid}`)
  try {
    await writeFile(file, Buffer.alloc(64 * 1024))
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return code !== 'ENOSPC' && code !== 'EDQUOT'
  } finally {
    await rm(file, { force: true })
  }
}
