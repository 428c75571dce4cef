import { type TemplateFileIssue, templateFileIssues } from '@assay/risk-service/contract'
import { conflictErrorOf, isNameTaken, validationErrorOf } from '../api/api-error.ts'

/** What the service refused of a template, as far as a form has an answer to it. */
export type TemplateError =
  | { kind: 'name' }
  | { kind: 'file'; fault: TemplateFileIssue }
  | { kind: 'limit' }
  | { kind: 'legacy' }
  | { kind: 'exists' }
  | null

export function templateErrorOf(error: unknown): TemplateError {
  const reason = conflictErrorOf(error)?.reason
  if (reason === 'templates.limit') return { kind: 'limit' }
  if (reason === 'templates.exists') return { kind: 'exists' }
  if (reason === 'templates.legacyAssessment') return { kind: 'legacy' }
  const path = validationErrorOf(error)?.issues[0]?.path ?? []
  const fault = templateFileIssues.find(each => each === path[1])
  if (path[0] === 'file' && fault) return { kind: 'file', fault }
  return isNameTaken(error) ? { kind: 'name' } : null
}

/**
 * Creates a template. One that an earlier attempt created, and whose answer was lost, receives the name and description
 * of this attempt.
 */
export async function createOrUpdateDetails(
  create: () => Promise<unknown>,
  describe: (baseVersion: number) => Promise<unknown>,
): Promise<void> {
  try {
    await create()
  } catch (error) {
    if (templateErrorOf(error)?.kind !== 'exists') throw error
    await describe(1)
  }
}
