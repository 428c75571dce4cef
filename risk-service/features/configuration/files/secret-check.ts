import type { ConfigFileIssue } from '../model.ts'
import { positionOfMember } from './json-position.ts'

/** A folder is for version control: what has a secret in it is a fault of the file. */
export function checkNoSecret(
  file: string,
  text: string,
  path: readonly string[],
  secret: object,
  problems: ConfigFileIssue[],
): void {
  if (!('value' in secret)) return
  problems.push({
    file,
    ...positionOfMember(text, path),
    severity: 'error',
    code: 'CFG005',
    message: 'A secret does not belong into a file. Write { "kept": true } and enter it in the console.',
  })
}
