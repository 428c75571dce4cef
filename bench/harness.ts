import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, freemem, tmpdir, totalmem } from 'node:os'
import path from 'node:path'

export interface Row {
  /** What was measured. */
  name: string
  /** The figure with its unit. */
  value: string
  /** The limit of the product, when there is one, and whether the figure keeps it. */
  limit?: string
  ok?: boolean
  /** Sizes, settings, peers. */
  note?: string
}

export const root = path.resolve(import.meta.dirname, '..')

/** Machine, for the head of the table. */
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
export function limited(name: string, value: number, format: (value: number) => string, relation: '<' | '>', limit: number, note?: string): Row {
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
  dataDir: string
  pid: number
  stop: () => Promise<void>
}

/** Starts the real service with an embedded store of its own in a temporary folder, and waits until it is ready. */
export async function startService(settings: Record<string, string> = {}, port = 4377): Promise<Service> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'assay-bench-'))
  const child: ChildProcess = spawn(process.execPath, [path.join(root, 'risk-service/main.ts')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), ASSAY_DATA_DIR: path.join(dataDir, 'data'), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Assay is ready')) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('exit', code => reject(new Error(`The service ended with ${code} before it was ready:\n${output}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    stop: async () => {
      const gone = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGINT')
      await gone
      rmSync(dataDir, { recursive: true, force: true })
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
