import { readFileSync } from 'node:fs'
import { median, type Service } from '../support/harness.ts'
import { openUploadApi, type UploadApi } from './upload-api.ts'

/** Milliseconds between two looks at the memory of the service. */
const lookMs = 500

/** The service from a start to its end, with its resident memory in MiB. */
interface Life {
  samples: number[]
  highest: number
}

/** A service that is killed and started again on the same data. */
export interface KilledService {
  api: () => UploadApi
  service: () => Service
  kill: () => Promise<void>
  restart: () => Promise<void>
  /** The highest memory of all processes, and how much that of the one which lived longest grew. */
  memory: () => { highest: number; growth: number; minutes: number }
  stop: () => Promise<void>
}

export async function startKilledService(start: () => Promise<Service>, environmentId: string): Promise<KilledService> {
  let service = await start()
  let api = await openUploadApi(service, environmentId)
  const lives: Life[] = [{ samples: [], highest: 0 }]
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
      lives.push({ samples: [], highest: 0 })
    },
    memory() {
      look()
      const longest = lives.reduce((one, other) => (other.samples.length > one.samples.length ? other : one))
      return {
        highest: Math.max(...lives.map(({ highest }) => highest)),
        growth: growthOf(longest.samples),
        minutes: (longest.samples.length * lookMs) / 60_000,
      }
    },
    async stop() {
      clearInterval(timer)
      await service.stop()
    },
  }
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
