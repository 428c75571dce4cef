import { chmod, chown, copyFile, lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../errors/start-error.ts'
import { openClient } from './connection/connection.ts'
import { type DatabaseUser, databaseUser, untraversable } from './embedded/database-user.ts'
import { startEmbedded } from './embedded/embedded-server.ts'
import { clusterExists, findPostmaster } from './embedded/postmaster.ts'

/**
 * Files that the server creates at its next start, or that belong to the running one only (PostgreSQL manual, 25.3.4).
 */
const excludedFiles = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init'])
const emptiedFolders = new Set([
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const installationFiles = ['secret.key']
/** Written last: a folder without it is no complete backup. */
const manifestFile = 'assay-backup.json'

/**
 * Copies the cluster between `pg_backup_start` and `pg_backup_stop`: consistent at the moment of the stop, while the
 * service continues. A stopped server is started for the time of the copy.
 */
export async function backupStore(
  dataDir: string,
  target: string,
  progress: (line: string) => void = () => undefined,
): Promise<{ files: number; bytes: number }> {
  const cluster = path.join(dataDir, 'pg')
  if (!(await clusterExists(cluster)))
    throw new StartError(
      'setting-invalid',
      `There is no embedded database in ${dataDir}. Set ASSAY_DATA_DIR to the data directory of the service.`,
    )
  await assertEmptyFolder(target, 'The backup folder')
  await mkdir(target, { recursive: true, mode: 0o700 })
  const running = await findPostmaster(cluster)
  const server = running ? null : await startEmbedded({ dataDir })
  try {
    const client = await openClient(
      { host: running?.socketFolder ?? server?.connection.host ?? cluster, user: 'assay', database: 'postgres' },
      'assay-backup',
    )
    try {
      // Segments that are finished during the copy have to be retained until they are copied.
      await client.query('select pg_create_physical_replication_slot($1, true, true)', [`assay_backup_${process.pid}`])
      await client.query('select pg_backup_start($1, true)', ['assay'])
      const copy = await copyCluster(cluster, path.join(target, 'pg'), progress)
      const {
        rows: [stop],
      } = await client.query<{ labelfile: string; spcmapfile: string }>(
        'select labelfile, spcmapfile from pg_backup_stop(false)',
      )
      await writeFile(path.join(target, 'pg/backup_label'), stop?.labelfile ?? '', { mode: 0o600 })
      if (stop?.spcmapfile) await writeFile(path.join(target, 'pg/tablespace_map'), stop.spcmapfile, { mode: 0o600 })
      const log = await copyTree(path.join(cluster, 'pg_wal'), path.join(target, 'pg/pg_wal'))
      for (const name of installationFiles)
        await copyFile(path.join(dataDir, name), path.join(target, name)).catch(ignoreMissing)
      const figures = { files: copy.files + log.files, bytes: copy.bytes + log.bytes }
      await writeFile(
        path.join(target, manifestFile),
        `${JSON.stringify({ format: 'assay-backup/1', at: new Date().toISOString(), ...figures }, null, 2)}\n`,
      )
      await syncFolder(target)
      return figures
    } finally {
      await client.end()
    }
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  } finally {
    await server?.stop()
  }
}

/** Restores a backup into an empty (or missing) data directory. */
export async function restoreStore(backup: string, dataDir: string): Promise<void> {
  if (
    !(await lstat(path.join(backup, manifestFile)).catch(() => null)) ||
    !(await clusterExists(path.join(backup, 'pg')))
  ) {
    throw new StartError(
      'setting-invalid',
      `${backup} is not a complete backup: it has no ${manifestFile}. Name the folder that npm run backup printed.`,
    )
  }
  await assertEmptyFolder(dataDir, 'The data directory')
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const user = await databaseUser(path.join(dataDir, 'pg'))
  const blocked = user.switched ? await untraversable(dataDir, user) : null
  if (blocked !== null)
    throw new StartError(
      'data-not-traversable',
      `The database's own user may not pass the folder ${blocked}. Run chmod o+x ${blocked}, or restore into a folder elsewhere.`,
    )
  const fresh = path.join(dataDir, 'pg.restoring')
  await copyTree(path.join(backup, 'pg'), fresh)
  await changeOwner(fresh, user)
  for (const name of installationFiles) {
    await copyFile(path.join(backup, name), path.join(dataDir, name)).then(
      () => chmod(path.join(dataDir, name), 0o600),
      ignoreMissing,
    )
  }
  await rename(fresh, path.join(dataDir, 'pg'))
}

async function assertEmptyFolder(folder: string, what: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length > 0)
    throw new StartError(
      'setting-invalid',
      `${what} ${folder} is not empty (it has ${names[0] ?? ''}). Name a new folder: nothing is overwritten.`,
    )
}

async function copyCluster(
  cluster: string,
  target: string,
  progress: (line: string) => void,
): Promise<{ files: number; bytes: number }> {
  let reportedAt = Date.now()
  // `pg_control` last: the copy then never claims a checkpoint that its other files do not have yet.
  const figures = await copyTree(
    cluster,
    target,
    (relative, bytes) => {
      if (Date.now() - reportedAt > 1000) {
        reportedAt = Date.now()
        progress(`Copying ... ${(bytes / 1_000_000).toFixed(0)} MB`)
      }
      return (
        !excludedFiles.has(path.basename(relative)) &&
        !relative.startsWith('.s.PGSQL') &&
        !relative.split(path.sep).some(part => part.startsWith('pgsql_tmp')) &&
        relative !== 'global/pg_control'
      )
    },
    relative => !emptiedFolders.has(relative) && relative !== 'pg_wal',
  )
  await mkdir(path.join(target, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 })
  await copyFile(path.join(cluster, 'global/pg_control'), path.join(target, 'global/pg_control'))
  return figures
}

type Filter = (relative: string, bytes: number) => boolean

/**
 * Files may disappear while they are copied (dropped tables, recycled log): the log in the copy then contains what
 * matters.
 */
async function copyTree(
  from: string,
  to: string,
  includes: Filter = () => true,
  enter: (relative: string) => boolean = () => true,
): Promise<{ files: number; bytes: number }> {
  let files = 0
  let bytes = 0
  const walk = async (below: string): Promise<void> => {
    await mkdir(path.join(to, below), { recursive: true, mode: 0o700 })
    const entries = await readdir(path.join(from, below), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const relative = path.join(below, entry.name)
      if (entry.isDirectory()) {
        if (enter(relative)) await walk(relative)
        else await mkdir(path.join(to, relative), { mode: 0o700 })
      } else if (entry.isFile() && includes(relative, bytes)) {
        const copied = await copyFile(path.join(from, relative), path.join(to, relative)).then(
          () => lstat(path.join(to, relative)),
          ignoreMissing,
        )
        if (!copied) continue
        files++
        bytes += copied.size
      }
    }
  }
  await walk('')
  return { files, bytes }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

async function changeOwner(folder: string, user: DatabaseUser): Promise<void> {
  await chmod(folder, 0o700)
  if (!user.switched) return
  await chown(folder, user.uid, user.gid)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await chown(path.join(entry.parentPath, entry.name), user.uid, user.gid)
}

/** Flushes a backup to disk: one that is reported as complete survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const file = await open(path.join(entry.parentPath, entry.name), 'r')
    await file.sync().finally(() => file.close())
  }
}
