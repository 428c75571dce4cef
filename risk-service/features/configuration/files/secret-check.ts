import type { ConfigFileIssue } from '../model.ts'
import { positionOfMember } from './json-position.ts'

/** Reports a secret as a fault of its file, because a folder is for version control. */
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
    message: 'Do not put a secret in a file. Write { "kept": true } and enter it in the console.',
  })
}
