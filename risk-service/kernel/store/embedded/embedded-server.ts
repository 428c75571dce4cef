import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, realpath, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { StartError } from '../../errors/start-error.ts'
import { makeFolder } from '../../settings/data-folder.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { checkCluster, createCluster, lastLine, serverEnvironment, serverSettings, socketFolder } from './cluster.ts'
import { type DatabaseUser, databaseUser, spawnAs, untraversable } from './database-user.ts'
import { clusterExists, delay, findPostmaster, stopPostmaster } from './postmaster.ts'

export interface Embedded {
  /** Connection settings of a client, without `database`. */
  connection: { host: string; user: string }
  cluster: string
  /** Whether the server was found running (its service had been killed) instead of newly started. */
  takenOver: boolean
  stop: () => Promise<void>
  /** Requests a stop of the server without waiting. */
  abandon: () => Promise<void>
  /** Stops watching the server and leaves it running: it belongs to another service. */
  leave: () => void
}

export interface EmbeddedOptions {
  dataDir: string
  /** More `-c name=value` settings for the server. */
  settings?: Record<string, string>
  /** Tests only: no syncing to disk, nothing survives a power cut. */
  unsafe?: boolean
  /** Called about every two seconds while a step takes long. */
  progress?: (line: string) => void
  /** The server ended unexpectedly and is being started again, or is running again. */
  onOutage?: (state: 'gone' | 'back') => void
}

/** A killed server's process entry and its last backends may outlive it for a second or two. */
const retryAfterKill = 15_000
const afterKill =
  /lock file "postmaster\.pid" already exists|lock file .* already exists|pre-existing shared memory block/

/**
 * Starts (or takes over) the PostgreSQL server of a data directory and restarts it until `stop`. `postmaster.pid` is
 * never deleted here: it is PostgreSQL's own guard against two servers on one cluster.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  await makeFolder(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const cluster = path.join(dataDir, 'pg')
  const user = await databaseUser(cluster)
  const blocked = user.switched ? await untraversable(dataDir, user) : null
  if (blocked !== null) {
    throw new StartError(
      'data-not-traversable',
      `The database cannot run as root and its own user may not pass the folder ${blocked}. Run chmod o+x ${blocked}, or set ASSAY_DATA_DIR to a folder elsewhere, for example /var/lib/assay.`,
    )
  }
  const binaries = await findBinaries(user, dataDir)
  if (!(await clusterExists(cluster))) await createCluster(cluster, binaries, user, options.unsafe ?? false)
  await checkCluster(cluster, user)
  const server = new Server(dataDir, cluster, binaries, user, options)
  const takenOver = await server.bringUp()
  return {
    connection: { host: server.socketFolder, user: 'assay' },
    cluster,
    takenOver,
    stop: () => server.stop(),
    abandon: () => server.abandon(),
    leave: () => server.leave(),
  }
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

  /** Returns true when a running server was taken over. */
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
        // The server that occupies the data directory is about to stop.
        await delay(50)
        continue
      }
      const problem = await this.#spawn()
      if (problem === null) return false
      if (!afterKill.test(problem) || Date.now() - started > retryAfterKill) {
        const remedy = /lock file/.test(problem)
          ? ` If no PostgreSQL uses ${this.#cluster}, remove the file named there.`
          : ''
        throw new StartError(
          'database-failed',
          `The embedded database does not start: ${lastLine(problem)}${remedy} The whole log is ${path.join(this.#dataDir, 'postgres.log')}.`,
        )
      }
      await delay(150)
    }
  }

  /** Returns null when the server answers, otherwise its output before it ended. */
  async #spawn(): Promise<string | null> {
    this.socketFolder = await socketFolder(this.#dataDir, this.#cluster, this.#user)
    const logFile = path.join(this.#dataDir, 'postgres.log')
    const logStats = await stat(logFile).catch(() => null)
    if (logStats && logStats.size > 20_000_000) await rename(logFile, `${logFile}.1`)
    const log = await open(logFile, 'a', 0o600)
    const from = (await log.stat()).size
    const settings = {
      ...(await serverSettings(this.socketFolder, this.#options.unsafe ?? false)),
      ...this.#options.settings,
    }
    // The server runs in a process group of its own, so that Ctrl+C reaches the service first, which then stops the
    // server in order.
    const child = spawn(
      this.#binaries.postgres,
      ['-D', this.#cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...spawnAs(this.#user),
        cwd: '/',
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        env: serverEnvironment(this.#binaries),
      },
    )
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
    let reportedAt = started
    while (await runs()) {
      if (await isAnswering(this.socketFolder)) return true
      const now = Date.now()
      if (now - reportedAt > 2000) {
        reportedAt = now
        this.#options.progress?.(`Waiting for the database ... ${Math.round((now - started) / 1000)} s`)
      }
      await delay(10)
    }
    return false
  }

  /** Starts the server again when it ends unexpectedly (killed, out of memory). */
  #guard(child?: ChildProcess): void {
    const again = () => {
      clearInterval(this.#watch)
      if (this.#stopping) return
      this.#options.onOutage?.('gone')
      const retry = () => {
        if (this.#stopping) return
        this.bringUp().then(
          () => this.#options.onOutage?.('back'),
          () => setTimeout(retry, 1000).unref(),
        )
      }
      retry()
    }
    if (child) {
      if (child.exitCode !== null || child.signalCode !== null) again()
      else child.once('exit', again)
      return
    }
    // Taken over: not a child process, so no event reports its end.
    this.#watch = setInterval(() => {
      findPostmaster(this.#cluster).then(
        running => {
          if (!running) again()
        },
        () => undefined,
      )
    }, 500)
    this.#watch.unref()
  }

  leave(): void {
    this.#stopping = true
    clearInterval(this.#watch)
  }

  async abandon(): Promise<void> {
    this.leave()
    const running = await findPostmaster(this.#cluster)
    if (running) process.kill(running.pid, 'SIGINT')
  }

  async stop(): Promise<void> {
    this.leave()
    await stopPostmaster(this.#cluster)
  }
}

async function isAnswering(host: string): Promise<boolean> {
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
