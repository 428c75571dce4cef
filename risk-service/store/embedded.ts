import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, open, readFile, realpath, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { type DatabaseUser, databaseUser, spawnAs, untraversable } from './database-user.ts'
import { clusterExists, findPostmaster, pause, stopPostmaster } from './postmaster.ts'
import { StartError } from './start-error.ts'

export interface Embedded {
  /** What a client connects with; `database` is to be added. */
  connection: { host: string; user: string }
  cluster: string
  /** How the server came up: newly started, or found running (its service had been killed). */
  takenOver: boolean
  stop: () => Promise<void>
  /** Watches over it no longer and lets it run: it belongs to another service. */
  leave: () => void
}

export interface EmbeddedOptions {
  dataDir: string
  /** More `-c name=value` settings for the server. */
  settings?: Record<string, string>
  /** Tests only: no syncing to disk, nothing survives a power cut. */
  unsafe?: boolean
  /** Called about every two seconds while something takes long. */
  progress?: (line: string) => void
  /** The server went away by itself and is being started again, or is back. */
  onOutage?: (state: 'gone' | 'back') => void
}

/** Longest path of a Unix socket: `sun_path` holds 108 bytes with its final zero. */
const socketPathLimit = 107
const socketName = '.s.PGSQL.5432'
/** A killed server's process entry and its last backends may outlive it for a second or two. */
const retryAfterKill = 15_000
const afterKill = /lock file "postmaster\.pid" already exists|lock file .* already exists|pre-existing shared memory block/

/**
 * Starts (or takes over) the PostgreSQL server of a data directory and keeps it running until `stop`.
 * `postmaster.pid` is never deleted here: it is PostgreSQL's own guard against two servers on one cluster.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  await makeFolder(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const cluster = path.join(dataDir, 'pg')
  const user = await databaseUser(cluster)
  const blocked = user.switched ? await untraversable(dataDir, user) : null
  if (blocked !== null) {
    throw new StartError('data-not-traversable', `The database cannot run as root and its own user may not pass the folder ${blocked}. Run chmod o+x ${blocked}, or set ASSAY_DATA_DIR to a folder elsewhere, for example /var/lib/assay.`)
  }
  const binaries = await findBinaries(user, dataDir)
  if (!(await clusterExists(cluster))) await createCluster(cluster, binaries, user, options.unsafe ?? false)
  await checkCluster(cluster, user)
  const server = new Server(dataDir, cluster, binaries, user, options)
  const takenOver = await server.bringUp()
  return { connection: { host: server.socketFolder, user: 'assay' }, cluster, takenOver, stop: () => server.stop(), leave: () => server.leave() }
}

class Server {
  socketFolder = ''
  readonly #dataDir: string
  readonly #cluster: string
  readonly #binaries: Binaries
  readonly #user: DatabaseUser
  readonly #options: EmbeddedOptions
  #stopping = false
  #watch: NodeJS.Timeout | undefined

  constructor(dataDir: string, cluster: string, binaries: Binaries, user: DatabaseUser, options: EmbeddedOptions) {
    this.#dataDir = dataDir
    this.#cluster = cluster
    this.#binaries = binaries
    this.#user = user
    this.#options = options
  }

  /** True when a running server was taken over. */
  async bringUp(): Promise<boolean> {
    const started = Date.now()
    for (;;) {
      const running = await findPostmaster(this.#cluster)
      if (running) {
        this.socketFolder = running.socketFolder || this.#cluster
        if (await this.#ready(async () => (await findPostmaster(this.#cluster)) !== null)) {
          this.#guard()
          return true
        }
        // It was on its way out.
        await pause(50)
        continue
      }
      const problem = await this.#spawn()
      if (problem === null) return false
      if (!afterKill.test(problem) || Date.now() - started > retryAfterKill) {
        const remedy = /lock file/.test(problem) ? ` If no PostgreSQL uses ${this.#cluster}, remove the file named there.` : ''
        throw new StartError('database-failed', `The embedded database does not start: ${lastLine(problem)}${remedy} The whole log is ${path.join(this.#dataDir, 'postgres.log')}.`)
      }
      await pause(150)
    }
  }

  /** Null when it answers, otherwise what the server said before it ended. */
  async #spawn(): Promise<string | null> {
    this.socketFolder = await socketFolder(this.#dataDir, this.#cluster, this.#user)
    const logFile = path.join(this.#dataDir, 'postgres.log')
    const known = await stat(logFile).catch(() => null)
    if (known && known.size > 20_000_000) await rename(logFile, `${logFile}.1`)
    const log = await open(logFile, 'a', 0o600)
    const from = (await log.stat()).size
    const settings = { ...(await serverSettings(this.socketFolder, this.#options.unsafe ?? false)), ...this.#options.settings }
    // In a process group of its own, so that Ctrl+C reaches the service first, which then stops it in order.
    const child = spawn(this.#binaries.postgres, ['-D', this.#cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
      ...spawnAs(this.#user), cwd: '/', detached: true, stdio: ['ignore', log.fd, log.fd], env: serverEnvironment(this.#binaries),
    })
    let ended = false
    child.once('error', () => (ended = true))
    child.once('exit', () => (ended = true))
    child.unref()
    try {
      if (await this.#ready(() => !ended)) {
        this.#guard(child)
        return null
      }
    } finally {
      await log.close()
    }
    const text = await readFile(logFile)
    return text.subarray(from).toString('utf8') || 'it ended without a message.'
  }

  async #ready(runs: () => boolean | Promise<boolean>): Promise<boolean> {
    const started = Date.now()
    let told = started
    while (await runs()) {
      if (await answers(this.socketFolder)) return true
      const now = Date.now()
      if (now - told > 2000) {
        told = now
        this.#options.progress?.(`Waiting for the database ... ${Math.round((now - started) / 1000)} s`)
      }
      await pause(10)
    }
    return false
  }

  /** Starts the server again when it goes away by itself (killed, out of memory). */
  #guard(child?: ChildProcess): void {
    const again = () => {
      clearInterval(this.#watch)
      if (this.#stopping) return
      this.#options.onOutage?.('gone')
      const retry = () => {
        if (this.#stopping) return
        this.bringUp().then(() => this.#options.onOutage?.('back'), () => setTimeout(retry, 1000).unref())
      }
      retry()
    }
    if (child) {
      if (child.exitCode !== null || child.signalCode !== null) again()
      else child.once('exit', again)
      return
    }
    // Taken over: not our child, so nobody tells us.
    this.#watch = setInterval(() => {
      findPostmaster(this.#cluster).then(running => {
        if (!running) again()
      }, () => undefined)
    }, 500)
    this.#watch.unref()
  }

  leave(): void {
    this.#stopping = true
    clearInterval(this.#watch)
  }

  async stop(): Promise<void> {
    this.leave()
    await stopPostmaster(this.#cluster)
  }
}

async function answers(host: string): Promise<boolean> {
  const client = new pg.Client({ host, user: 'assay', database: 'postgres', connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o755 })
    const probe = path.join(dataDir, `.probe-${process.pid}-${Math.random().toString(36).slice(2)}`)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new StartError('data-not-writable', `The data directory ${path.resolve(dataDir)} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}). Give this user write access, or set ASSAY_DATA_DIR to another folder.`)
  }
}

/** Made beside and moved into place when complete: a first start that is killed leaves no half cluster. */
async function createCluster(cluster: string, binaries: Binaries, user: DatabaseUser, unsafe: boolean): Promise<void> {
  const fresh = `${cluster}.new-${process.pid}-${Math.random().toString(36).slice(2, 8)}`
  await mkdir(fresh, { mode: 0o700 })
  if (user.switched) await chown(fresh, user.uid, user.gid)
  const locale = process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--locale=C', '--lc-ctype=UTF-8']
  const child = spawn(binaries.initdb, ['-D', fresh, '-U', 'assay', '-A', 'trust', '-E', 'UTF8', ...locale, ...(unsafe ? ['--no-sync'] : [])], {
    ...spawnAs(user), cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], env: serverEnvironment(binaries),
  })
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
    // Another start may have been quicker: a folder with content is never replaced.
    await rename(fresh, cluster).catch(() => undefined)
    if (await clusterExists(cluster)) return rm(fresh, { recursive: true, force: true })
  }
  await rm(fresh, { recursive: true, force: true })
  throw new StartError('database-failed', `The embedded database could not be created in ${cluster}: ${lastLine(output)}`)
}

async function checkCluster(cluster: string, user: DatabaseUser): Promise<void> {
  const found = await stat(cluster)
  if (!user.switched && found.uid !== user.uid) {
    throw new StartError('data-not-writable', `The database in ${cluster} belongs to another user (id ${found.uid}). Start as that user or as root, or set ASSAY_DATA_DIR to another folder.`)
  }
  await chmod(cluster, 0o700)
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version !== '18') {
    throw new StartError('database-version', `The database in ${cluster} was made by PostgreSQL ${version}, this release brings 18. Restore a backup into a new ASSAY_DATA_DIR, or run the release that made it.`)
  }
}

/** In the cluster's own folder (mode 700); below a deep path in a short private folder that is remembered. */
async function socketFolder(dataDir: string, cluster: string, user: DatabaseUser): Promise<string> {
  if (Buffer.byteLength(path.join(cluster, socketName)) <= socketPathLimit) return cluster
  const memory = path.join(dataDir, 'socket-folder')
  const remembered = (await readFile(memory, 'utf8').catch(() => '')).trim()
  const known = remembered ? await stat(remembered).catch(() => null) : null
  if (known?.isDirectory() && known.uid === user.uid && (known.mode & 0o077) === 0) return remembered
  const base = Buffer.byteLength(path.join(tmpdir(), 'assay-XXXXXX', socketName)) <= socketPathLimit ? tmpdir() : '/tmp'
  const folder = await mkdtemp(path.join(base, 'assay-'))
  if (user.switched) await chown(folder, user.uid, user.gid)
  await writeFile(memory, folder)
  return folder
}

async function serverSettings(sockets: string, unsafe: boolean): Promise<Record<string, string>> {
  const shared = await statfs('/dev/shm').catch(() => null)
  // Containers often give 64 MB there, too little for parallel queries.
  const small = process.platform === 'linux' && (!shared || shared.blocks * shared.bsize < 256 * 1024 * 1024)
  return {
    listen_addresses: '', unix_socket_directories: sockets, unix_socket_permissions: '0700',
    timezone: 'UTC', log_timezone: 'UTC', shared_buffers: '512MB', max_wal_size: '4GB', max_connections: '60',
    // No values of users in the log: DETAIL lines and statements carry them.
    log_error_verbosity: 'terse', log_min_error_statement: 'panic',
    ...(small ? { dynamic_shared_memory_type: 'mmap' } : {}),
    ...(unsafe ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB', autovacuum: 'off' } : {}),
  }
}

function serverEnvironment(binaries: Binaries): NodeJS.ProcessEnv {
  const library = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return { PATH: process.env['PATH'] ?? '', [library]: binaries.lib, LC_ALL: process.platform === 'linux' ? 'C.UTF-8' : 'C', TZ: 'UTC' }
}

function lastLine(text: string): string {
  const lines = text.split('\n').map(line => line.trim()).filter(Boolean)
  return lines.findLast(line => /FATAL|PANIC|ERROR|error:/.test(line)) ?? lines.at(-1) ?? ''
}
