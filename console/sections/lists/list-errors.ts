import type { CallError, Dependent, ListIssue } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'

interface ErrorData {
  reason?: string
  changedBy?: string
  changedAt?: string
  limit?: number
  dependents?: Dependent[]
  fileProblems?: ListIssue[]
  call?: { errorType: CallError; httpStatusCode: number | null }
  issues?: { path: (string | number)[]; message: string }[]
}

/** What the service refused, as far as a screen of lists has an answer to it. */
export type ListError =
  | { kind: 'file'; problems: ListIssue[] }
  | { kind: 'taken' }
  | { kind: 'call'; errorType: CallError; status: number | null; message: string }
  | { kind: 'field'; field: string; message: string }
  | { kind: 'changed'; by: string; at: string | undefined }
  | { kind: 'limit'; reason: string }
  | { kind: 'used'; users: Dependent[] }

export function listErrorOf(error: unknown): ListError | null {
  if (!(error instanceof ORPCError)) return null
  const {
    reason = '',
    changedBy = '',
    changedAt,
    dependents,
    fileProblems = [],
    issues = [],
    call,
  } = (error.data ?? {}) as ErrorData
  if (error.status === 409) {
    if (dependents) return { kind: 'used', users: dependents }
    if (reason === 'lists.changed') return { kind: 'changed', by: changedBy, at: changedAt }
    return reason.startsWith('lists.') ? { kind: 'limit', reason } : null
  }
  if (error.status !== 422 && error.status !== 400) return null
  if (fileProblems.length > 0)
    return fileProblems.some(({ code }) => code === 'LST008')
      ? { kind: 'taken' }
      : { kind: 'file', problems: fileProblems }
  const [issue] = issues
  if (!issue) return null
  if (call) return { kind: 'call', errorType: call.errorType, status: call.httpStatusCode, message: issue.message }
  const field = issue.path.join('.')
  return field === 'name' && /LST008|exists/.test(issue.message)
    ? { kind: 'taken' }
    : { kind: 'field', field, message: issue.message }
}
