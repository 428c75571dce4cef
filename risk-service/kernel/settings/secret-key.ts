import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SecretKey } from '../../ports/secret-key.ts'
import { StartError } from '../errors/start-error.ts'
import { makeFolder, notWritableError } from './data-folder.ts'
import type { Settings } from './settings.ts'

type KeySettings = Pick<Settings, 'secretKey' | 'acceptedSecretKeys' | 'dataDir'>

/**
 * Returns the key that encrypts stored secrets: the configured one, or one created in the data directory that only its
 * owner can read; with it the keys that are accepted while it is rotated.
 */
export async function loadSecretKey(settings: KeySettings): Promise<SecretKey> {
  const current = await loadCurrentKey(settings)
  return settings.acceptedSecretKeys.length === 0 ? current : { current, accepted: settings.acceptedSecretKeys }
}

async function loadCurrentKey(settings: KeySettings): Promise<string> {
  if (settings.secretKey !== null) return settings.secretKey
  const file = path.join(settings.dataDir, 'secret.key')
  await makeFolder(settings.dataDir)
  // `wx` never replaces a file: two simultaneous starts agree on the key that was written first.
  await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw notWritableError(settings.dataDir, error)
    },
  )
  const key = await readComplete(file)
  if (key.length < 32)
    throw new StartError(
      'setting-invalid',
      `The key file ${file} is damaged. Restore it from a backup: without it stored secrets cannot be read.`,
    )
  return key
}

/** Returns the key of a file; one that another start has created and not written yet is waited for, up to a second. */
async function readComplete(file: string): Promise<string> {
  for (let waited = 0; ; waited += 50) {
    const key = (await readFile(file, 'utf8')).trim()
    if (key !== '' || waited >= 1000) return key
    await delay(50)
  }
}
