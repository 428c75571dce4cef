import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartError } from '../../errors/start-error.ts'
import type { Binaries } from './binaries.ts'
import { type DatabaseUser, spawnAs } from './database-user.ts'
import { clusterExists } from './postmaster.ts'

/** Longest path of a Unix socket: `sun_path` has 108 bytes with its final zero. */
const socketPathLimit = 107
const socketName = '.s.PGSQL.5432'

/**
 * Creates the cluster in a folder beside and moves it into place when complete: a first start that is killed leaves no
 * partial cluster.
 */
export async function createCluster(
  cluster: string,
  binaries: Binaries,
  user: DatabaseUser,
  unsafe: boolean,
): Promise<void> {
  const fresh = `${cluster}.new-${process.pid}-${Math.random().toString(36).slice(2, 8)}`
  await mkdir(fresh, { mode: 0o700 })
  if (user.switched) await chown(fresh, user.uid, user.gid)
  const locale = process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--locale=C', '--lc-ctype=UTF-8']
  const child = spawn(
    binaries.initdb,
    ['-D', fresh, '-U', 'assay', '-A', 'trust', '-E', 'UTF8', ...locale, ...(unsafe ? ['--no-sync'] : [])],
    {
      ...spawnAs(user),
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: serverEnvironment(binaries),
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number>(resolve => {
    child.once('error', error => {
      output += error.message
      resolve(1)
    })
    child.once('close', ended => resolve(ended ?? 1))
  })
  if (code === 0) {
    // Another start may have created the cluster in the meantime: a folder with content is never replaced.
    await rename(fresh, cluster).catch(() => undefined)
    if (await clusterExists(cluster)) return rm(fresh, { recursive: true, force: true })
  }
  await rm(fresh, { recursive: true, force: true })
  if (code === 0)
    throw new StartError(
      'database-failed',
      `The folder ${cluster} holds something else than a database. Move it away, or set ASSAY_DATA_DIR to another folder.`,
    )
  throw new StartError(
    'database-failed',
    `The embedded database could not be created in ${cluster}: ${lastLine(output)}`,
  )
}

/**
 * Who may connect: whoever reaches the socket, which is the user of the database and root. No network address is
 * listened on, and none would be let in.
 */
const connectionRules = 'local all all trust\n'

export async function checkCluster(cluster: string, user: DatabaseUser): Promise<void> {
  const found = await stat(cluster)
  if (!user.switched && found.uid !== user.uid) {
    throw new StartError(
      'data-not-writable',
      `The database in ${cluster} belongs to another user (id ${found.uid}). Start as that user or as root, or set ASSAY_DATA_DIR to another folder.`,
    )
  }
  await chmod(cluster, 0o700)
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version !== '18') {
    throw new StartError(
      'database-version',
      `The database in ${cluster} was made by PostgreSQL ${version}, this release brings 18. Restore a backup into a new ASSAY_DATA_DIR, or run the release that made it.`,
    )
  }
  // The file keeps its owner: it exists in every cluster.
  await writeFile(path.join(cluster, 'pg_hba.conf'), connectionRules)
}

/**
 * Returns the folder of the socket: the cluster's own (mode 700), or a short private folder, remembered in a file, when
 * the path is too long.
 */
export async function socketFolder(dataDir: string, cluster: string, user: DatabaseUser): Promise<string> {
  if (Buffer.byteLength(path.join(cluster, socketName)) <= socketPathLimit) return cluster
  const memory = path.join(dataDir, 'socket-folder')
  const remembered = (await readFile(memory, 'utf8').catch(() => '')).trim()
  const folderStats = remembered ? await stat(remembered).catch(() => null) : null
  if (folderStats?.isDirectory() && folderStats.uid === user.uid && (folderStats.mode & 0o077) === 0) return remembered
  const base = Buffer.byteLength(path.join(tmpdir(), 'assay-XXXXXX', socketName)) <= socketPathLimit ? tmpdir() : '/tmp'
  const folder = await mkdtemp(path.join(base, 'assay-'))
  if (user.switched) await chown(folder, user.uid, user.gid)
  await writeFile(memory, folder)
  return folder
}

export async function serverSettings(sockets: string, unsafe: boolean): Promise<Record<string, string>> {
  const shared = await statfs('/dev/shm').catch(() => null)
  // Containers often have only 64 MB there, too little for parallel queries.
  const small = process.platform === 'linux' && (!shared || shared.blocks * shared.bsize < 256 * 1024 * 1024)
  return {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    max_connections: '60',
    // Filling a new log segment with zeros before its first use delays the current writer by 40 ms at every 16 MB.
    wal_init_zero: 'off',
    // No values of users in the log: DETAIL lines and statements contain them.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...(small ? { dynamic_shared_memory_type: 'mmap' } : {}),
    ...(unsafe
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB', autovacuum: 'off' }
      : {}),
  }
}

export function serverEnvironment(binaries: Binaries): NodeJS.ProcessEnv {
  const library = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return {
    PATH: process.env['PATH'] ?? '',
    [library]: binaries.lib,
    LC_ALL: process.platform === 'linux' ? 'C.UTF-8' : 'C',
    TZ: 'UTC',
  }
}

export function lastLine(text: string): string {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  return lines.findLast(line => /FATAL|PANIC|ERROR|error:/.test(line)) ?? lines.at(-1) ?? ''
}
