import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, realpath, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { codeOf } from '../../errors/error-code.ts'
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
/**
 * A server that is starting, or recovers after a crash, says so; one that gives another answer for this long will not
 * get better.
 */
const refusalMs = 1500
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
        const answer = await this.#firstAnswer(async () => (await findPostmaster(this.#cluster)) !== null)
        if (answer === 'ready') {
          this.#guard()
          return true
        }
        if (answer !== 'ended') throw await this.#damaged(answer)
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
      const answer = await this.#firstAnswer(() => !ended)
      if (answer === 'ready') {
        this.#guard(child)
        return null
      }
      if (answer !== 'ended') throw await this.#damaged(answer)
    } finally {
      await log.close()
    }
    const text = await readFile(logFile)
    return text.subarray(from).toString('utf8') || 'it ended without a message.'
  }

  /** Waits until the server takes connections or ends; returns the code of its refusal when it takes none for good. */
  async #firstAnswer(runs: () => boolean | Promise<boolean>): Promise<'ready' | 'ended' | { refusal: string }> {
    const started = Date.now()
    let reportedAt = started
    let refusedSince: number | null = null
    while (await runs()) {
      const refusal = await refusalOf(this.socketFolder)
      if (refusal === null) return 'ready'
      const now = Date.now()
      // Codes of the system, such as ENOENT, mean that it does not listen yet.
      if (!isServerCode(refusal) || isPassing(refusal)) refusedSince = null
      else refusedSince ??= now
      if (refusedSince !== null && now - refusedSince > refusalMs) return { refusal }
      if (now - reportedAt > 2000) {
        reportedAt = now
        this.#options.progress?.(`Waiting for the database ... ${Math.round((now - started) / 1000)} s`)
      }
      await delay(10)
    }
    return 'ended'
  }

  /** Stops a server that cannot be used; returns the error that says so. */
  async #damaged({ refusal }: { refusal: string }): Promise<StartError> {
    await stopPostmaster(this.#cluster, 'SIGQUIT')
    return damagedError(this.#cluster, refusal, path.join(this.#dataDir, 'postgres.log'))
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

/** Returns null when the server takes connections, else the code of its refusal. */
async function refusalOf(host: string): Promise<string | null> {
  const client = new pg.Client({ host, user: 'assay', database: 'postgres', connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return null
  } catch (error) {
    return codeOf(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether a code is one of PostgreSQL: five characters, at least one of them a digit. */
const isServerCode = (code: string): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(code)

/** Whether a refusal ends by itself: the server starts, shuts down or has no connection left. */
const isPassing = (code: string): boolean => /^(?:57P0[0-4]|53...|08...)$/.test(code)

/** Whether an error says that files of the database are missing or damaged. */
export const isDamage = (error: unknown): boolean => /^(?:XX|58)...$/.test(codeOf(error))

export const damagedError = (cluster: string, code: string, log: string): StartError =>
  new StartError(
    'database-failed',
    `The embedded database in ${cluster} is damaged (${code}). Restore a backup into a new ASSAY_DATA_DIR. The whole log is ${log}.`,
  )
