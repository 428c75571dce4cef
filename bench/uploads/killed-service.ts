import { readFileSync, writeFileSync } from 'node:fs'
import { median, type Service } from '../support/harness.ts'
import { openUploadApi, type UploadApi } from './upload-api.ts'

/** Milliseconds between two looks at the memory of the service. */
const lookMs = 500

/** The service from the end of a start to its own, with its resident memory in MiB. */
interface Life {
  samples: number[]
  highest: number
  ready: number
  /** The highest until the end of the start. */
  start: number
}

/** A service that is killed and started again on the same data. */
export interface KilledService {
  api: () => UploadApi
  service: () => Service
  kill: () => Promise<void>
  restart: () => Promise<void>
  /**
   * The highest memory of all processes after their start, and how much that of the one which lived longest grew; with
   * what a process had when it was ready, and at most until then.
   */
  memory: () => { highest: number; growth: number; minutes: number; ready: number; start: number }
  stop: () => Promise<void>
}

export async function startKilledService(start: () => Promise<Service>, environmentId: string): Promise<KilledService> {
  let service = await start()
  let api = await openUploadApi(service, environmentId)
  const lives: Life[] = [beginLife(service.pid)]
  const look = (): void => {
    const life = lives.at(-1)
    const memory = memoryOf(service.pid)
    if (life === undefined || memory === null) return
    life.samples.push(memory.resident)
    life.highest = Math.max(life.highest, memory.highest)
  }
  const timer = setInterval(look, lookMs)
  return {
    api: () => api,
    service: () => service,
    async kill() {
      look()
      process.kill(service.pid, 'SIGKILL')
      while (memoryOf(service.pid) !== null) await new Promise(resolve => setTimeout(resolve, 20))
    },
    async restart() {
      service = await start()
      api = await openUploadApi(service, environmentId)
      lives.push(beginLife(service.pid))
    },
    memory() {
      look()
      const longest = lives.reduce((one, other) => (other.samples.length > one.samples.length ? other : one))
      return {
        highest: Math.max(...lives.map(({ highest }) => highest)),
        growth: growthOf(longest.samples),
        minutes: (longest.samples.length * lookMs) / 60_000,
        ready: Math.max(...lives.map(({ ready }) => ready)),
        start: Math.max(...lives.map(({ start }) => start)),
      }
    },
    async stop() {
      clearInterval(timer)
      await service.stop()
    },
  }
}

/** Begins to measure a process that is ready: compiling and migrating, it had more memory than with any upload. */
function beginLife(pid: number): Life {
  const memory = memoryOf(pid)
  // Linux takes the memory of now for the highest one.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return { samples: [], highest: 0, ready: memory?.resident ?? 0, start: memory?.highest ?? 0 }
}

/** How much more the last quarter is than the second one: the first has the start, and caches that fill. */
function growthOf(samples: readonly number[]): number {
  const quarter = Math.floor(samples.length / 4)
  if (quarter === 0) return 0
  return median(samples.slice(-quarter)) / median(samples.slice(quarter, 2 * quarter)) - 1
}

/** The memory of a process in MiB, and its highest; null for one that has ended. */
function memoryOf(pid: number): { resident: number; highest: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024
    const resident = read('VmRSS')
    return Number.isNaN(resident) ? null : { resident, highest: read('VmHWM') }
  } catch {
    return null
  }
}
