import type { ConfigFileIssue } from '../model.ts'
import { createFileIssue } from './file-fault.ts'
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
  problems.push(createFileIssue(file, 'secretInFile', {}, { ...positionOfMember(text, path), code: 'CFG005' }))
}
