import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in `/proc`: the same on every Linux that Node runs on. */
const ticks = 100

/** Parent and processor time (s) of a process; null when it has ended. */
function readProcess(pid: string): { parent: number; seconds: number } | null {
  try {
    // The name in brackets may contain any characters; the fields after it are plain.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / ticks }
  } catch {
    return null
  }
}

/**
 * Processor time in seconds that a process and its children have used so far; NaN where the system has no `/proc`.
 * Other work on the machine slows everything down, but hardly changes this figure: comparisons on a busy machine use
 * it.
 */
export function cpuSeconds(pid: number): number {
  try {
    const all = readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(name => ({ pid: Number(name), is: readProcess(name) }))
    return all.reduce(
      (sum, each) => sum + (each.is && (each.pid === pid || each.is.parent === pid) ? each.is.seconds : 0),
      0,
    )
  } catch {
    return Number.NaN
  }
}

/** Whether a process or thread answers callers: what works in the background has a lower priority. */
function isForeground(folder: string): boolean {
  try {
    return (
      Number(
        readFileSync(`${folder}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[16],
      ) <= 0
    )
  } catch {
    return false
  }
}

/**
 * Processor time in seconds that service and database have used so far, without threads and connections of low priority;
 * NaN where the system has no `/proc`.
 */
export function foregroundSeconds(pids: { service: number; database: number }): number {
  try {
    const threads = readdirSync(`/proc/${pids.service}/task`).map(name => `${pids.service}/task/${name}`)
    const connections = readdirSync('/proc').filter(
      name => /^\d+$/.test(name) && readProcess(name)?.parent === pids.database,
    )
    return [...threads, ...connections]
      .filter(each => isForeground(`/proc/${each}`))
      .reduce((sum, each) => sum + (readProcess(each)?.seconds ?? 0), 0)
  } catch {
    return Number.NaN
  }
}

/** Processor time of the service and of its database while something runs. */
export async function measureCpu<T>(
  pids: { service: number; database: number },
  run: () => Promise<T>,
): Promise<{ result: T; service: number; database: number }> {
  const before = [cpuSeconds(pids.service), cpuSeconds(pids.database)] as const
  const result = await run()
  return { result, service: cpuSeconds(pids.service) - before[0], database: cpuSeconds(pids.database) - before[1] }
}
