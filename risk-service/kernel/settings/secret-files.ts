import { readFileSync } from 'node:fs'
import { codeOf } from '../errors/error-code.ts'
import { StartError } from '../errors/start-error.ts'

/** Settings that are, or contain, a secret: each may be a file instead, named by the setting with `_FILE` at its end. */
export const secretSettings = [
  'DATABASE_URL',
  'ASSAY_SECRET_KEY',
  'ASSAY_ACCEPTED_SECRET_KEYS',
  'ASSAY_METRICS_TOKEN',
  'ASSAY_RETAIL_CLIENT_SECRET',
  'ASSAY_BOOSTER_PARTICIPANTS',
  'ASSAY_SMTP',
  'APPLICATIONINSIGHTS_CONNECTION_STRING',
] as const

const suffix = '_FILE'
/** More than any setting; a wrong path, such as a log, is not read whole. */
const maxBytes = 65_536

/**
 * Returns the settings with those that are files replaced by the content of these, without the white space around it.
 * A file is read once, at the start: a service whose secret changed is restarted.
 * @param settings without empty values
 * @throws StartError names the setting, never a content
 */
export function withSecretFiles(
  settings: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const read: Record<string, string | undefined> = { ...settings }
  for (const name of secretSettings) {
    const fileSetting = `${name}${suffix}`
    const file = settings[fileSetting]
    if (file === undefined) continue
    if (settings[name] !== undefined)
      throw new StartError(
        'setting-invalid',
        `The settings ${name} and ${fileSetting} are both given. Unset one of them.`,
      )
    read[name] = readSecret(fileSetting, file)
  }
  return read
}

function readSecret(setting: string, file: string): string {
  let content: Buffer
  try {
    content = readFileSync(file)
  } catch (error) {
    throw new StartError(
      'setting-invalid',
      `The file ${file} of ${setting} cannot be read (${codeOf(error)}). Name a file that the user of the service can read.`,
    )
  }
  if (content.length > maxBytes)
    throw new StartError('setting-invalid', `The file ${file} of ${setting} is larger than ${maxBytes / 1024} KiB.`)
  const secret = content.toString('utf8').trim()
  if (secret === '') throw new StartError('setting-invalid', `The file ${file} of ${setting} is empty.`)
  return secret
}
