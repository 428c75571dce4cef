import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'

/** PostgreSQL refuses to run as root; it then runs as `nobody`, or as the owner of an existing data folder. */
export interface DatabaseUser {
  uid: number
  gid: number
  switched: boolean
}

const nobody = 65534

export async function databaseUser(folder: string): Promise<DatabaseUser> {
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? -1, switched: false }
  const owner = await stat(folder).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, switched: true }
  return { uid: nobody, gid: nobody, switched: true }
}

/** Returns the first folder on the path to `target` that the user may not traverse, or null. */
export async function untraversable(target: string, user: DatabaseUser): Promise<string | null> {
  const full = await realpath(target).catch(() => path.resolve(target))
  const parts = full.split(path.sep).filter(Boolean)
  let folder: string = path.sep
  for (const part of ['', ...parts]) {
    folder = path.join(folder, part)
    const found = await stat(folder).catch(() => null)
    if (!found?.isDirectory()) return null
    const bit = found.uid === user.uid ? 0o100 : found.gid === user.gid ? 0o010 : 0o001
    if ((found.mode & bit) === 0) return folder
  }
  return null
}

/** Returns the options of `spawn` for the user. */
export function spawnAs(user: DatabaseUser): { uid?: number; gid?: number } {
  return user.switched ? { uid: user.uid, gid: user.gid } : {}
}
