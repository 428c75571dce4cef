import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, freemem, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { embeddedEnvironment } from '../../risk-service/kernel/store/testing/embedded-environment.ts'

export interface Row {
  /** The measured quantity. */
  name: string
  /** The figure with its unit. */
  value: string
  /** The limit of the product, when there is one, and whether the figure meets it. */
  limit?: string
  ok?: boolean
  /** Sizes, settings, peers. */
  note?: string
}

export const root = path.resolve(import.meta.dirname, '../..')

/** The machine, for the header of the table. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  return `${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GiB (${Math.round(freemem() / 2 ** 30)} free), Node ${process.versions.node}, ${process.platform}`
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US')}/s`

/** A row that compares with an upper limit (`<`) or a lower one (`>`). */
export function limitedRow(
  name: string,
  value: number,
  format: (value: number) => string,
  relation: '<' | '>',
  limit: number,
  note?: string,
): Row {
  return {
    name,
    value: format(value),
    limit: `${relation === '<' ? 'under' : 'at least'} ${format(limit)} (${(value / limit).toFixed(2)} of it)`,
    ok: relation === '<' ? value < limit : value >= limit,
    ...(note ? { note } : {}),
  }
}

export interface Service {
  url: string
  /** The service's own data directory. */
  dataDir: string
  pid: number
  /** Stops service and database gracefully; the data remains for another start. */
  stop: () => Promise<void>
}

const folders = new Set<string>()
const children = new Set<ChildProcess>()
/** Removes the data directories of stopped services: together those of a whole run would not fit on a small disk. */
export function removeDataDirs(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  folders.clear()
}
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  removeDataDirs()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.all(
      [...children].map(child => new Promise(resolve => child.once('exit', resolve) && child.kill('SIGTERM'))),
    ).then(() => process.exit(130))
  })
}

/** A data directory that is removed when its section of the benchmarks ends. */
export function makeDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-bench-'))
  // The embedded database of a service that runs as root has a separate user.
  chmodSync(folder, 0o755)
  folders.add(folder)
  return path.join(folder, 'data')
}

/** Starts the real service with its own embedded store, and waits until it is ready. */
export async function startService(
  settings: Record<string, string> = {},
  dataDir = makeDataDir(),
  port = Number(process.env['BENCH_PORT'] ?? 4377),
): Promise<Service> {
  const child = spawn(process.execPath, [path.join(root, 'risk-service/main.ts')], {
    cwd: root,
    env: embeddedEnvironment(dataDir, { PORT: String(port), ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
      if (output.includes('Assay is ready')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', code => {
      children.delete(child)
      reject(new Error(`The service ended with ${code} before it was ready:\n${output}`))
    })
  })
  return {
    url: `http://localhost:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Commit of the tree, for results that are compared later. */
export function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

/** Runs on a service of its own, which ends with it. */
export async function withServiceOf<T>(
  own: Record<string, string>,
  use: (service: Service) => Promise<T>,
  dataDir = makeDataDir(),
): Promise<T> {
  const service = await startService(own, dataDir)
  try {
    return await use(service)
  } finally {
    await service.stop()
  }
}
