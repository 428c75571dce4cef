import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'

/** Clock ticks of a second in `/proc`: 100 on every Linux. */
const ticks = 100

/** The fields of `/proc/PID/stat` behind the name, which may have blanks; null for a process that has ended. */
function statOf(pid: string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null
  } catch {
    return null
  }
}

/** Seconds of processor time of a database server on this machine so far: of its processes, and of those that have ended. */
export async function databaseSeconds(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = statOf(String(rows[0]?.pid))?.[1]
  if (postmaster === undefined) throw new Error('The database is on another machine.')
  let sum = 0
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const stat = statOf(pid)
    if (stat === null || (pid !== postmaster && stat[1] !== postmaster)) continue
    const [user, system, childUser, childSystem] = stat.slice(11, 15).map(Number)
    sum += (user ?? 0) + (system ?? 0) + (pid === postmaster ? (childUser ?? 0) + (childSystem ?? 0) : 0)
  }
  return sum / ticks
}
