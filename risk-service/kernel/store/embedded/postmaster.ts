import { execFileSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'

export interface Postmaster {
  pid: number
  socketFolder: string
  ready: boolean
}

/** Finds the running server of this cluster through its `postmaster.pid`, or returns null without one. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !(await isServerOf(pid, cluster))) return null
  return { pid, socketFolder: (lines[4] ?? '').trim(), ready: (lines[7] ?? '').trim() === 'ready' }
}

/** A process id alone proves nothing (ids are reused): the command line has to name this cluster. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  return isAlive(pid) && (await commandLine(pid)).includes(cluster)
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Stops the server and resolves when it has ended. SIGINT is PostgreSQL's fast shutdown: roll back, checkpoint, exit.
 */
export async function stopPostmaster(cluster: string, signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  const running = await findPostmaster(cluster)
  if (!running) return
  process.kill(running.pid, signal)
  while (await isServerOf(running.pid, cluster)) await delay(20)
}

export async function clusterExists(cluster: string): Promise<boolean> {
  return stat(path.join(cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
}

export function delay(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
