import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isAlive, stopPostmaster } from '../embedded/postmaster.ts'
import { testFolderVariable } from './test-store.ts'

const prefix = 'assay-run-'

/** Global set-up of the unit tests: one folder for the run's database, which the first test that needs it starts. */
export default function setUp(): () => Promise<void> {
  const abandoned = readdirSync(tmpdir()).filter(
    name => name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length).split('-')[0])),
  )
  const cleaned = Promise.all(abandoned.map(name => removeFolder(path.join(tmpdir(), name)).catch(() => undefined)))
  const folder = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755)
  process.env[testFolderVariable] = folder
  return async () => {
    await cleaned
    await removeFolder(folder)
  }
}

async function removeFolder(folder: string): Promise<void> {
  await stopPostmaster(path.join(folder, 'pg'), 'SIGQUIT')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}
