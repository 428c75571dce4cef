import type { CallError, ConflictReason, Dependent, ListIssue } from '@assay/risk-service/contract'
import { isNameTaken, readApiError } from '../../platform/api/api-error.ts'

/** Limits of lists with a message of their own, by the reason in the answer of the service. */
const limitReasons = [
  'lists.entryLimit',
  'lists.exists',
  'lists.limit',
  'lists.size',
] as const satisfies readonly ConflictReason[]
export type ListLimit = (typeof limitReasons)[number]

/** What the service refused, as far as a screen of lists has an answer to it. */
export type ListError =
  | { kind: 'file'; problems: readonly ListIssue[] }
  | { kind: 'taken' }
  | { kind: 'call'; errorType: CallError; status: number | null; message: string }
  | { kind: 'field'; field: string; message: string }
  | { kind: 'changed'; by: string; at: string | undefined }
  | { kind: 'limit'; reason: ListLimit }
  | { kind: 'used'; users: readonly Dependent[] }

export function listErrorOf(error: unknown): ListError | null {
  const failure = readApiError(error)
  if (failure.kind === 'conflict') {
    const { reason, changedBy = '', changedAt, dependents } = failure
    if (dependents) return { kind: 'used', users: dependents }
    if (reason === 'version.conflict') return { kind: 'changed', by: changedBy, at: changedAt }
    const limit = limitReasons.find(each => each === reason)
    return limit ? { kind: 'limit', reason: limit } : null
  }
  if (failure.kind !== 'invalid') return null
  const { issues, fileProblems, call } = failure
  if (isNameTaken(error)) return { kind: 'taken' }
  if (fileProblems.length > 0) return { kind: 'file', problems: fileProblems }
  const [issue] = issues
  if (!issue) return null
  if (call) return { kind: 'call', errorType: call.errorType, status: call.httpStatusCode, message: issue.message }
  return { kind: 'field', field: issue.path.join('.'), message: issue.message }
}
