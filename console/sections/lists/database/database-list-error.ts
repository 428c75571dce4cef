import type { CallError, ListIssue } from '@assay/risk-service/contract'
import { errorKindOf } from '../../../platform/api/api-error.ts'
import type { FormErrors } from '../../../platform/forms/form-errors.ts'
import { type ListLimit, listErrorOf } from '../list-errors.ts'
import type { DatabaseListForm } from './database-list-form.ts'

/** Why a database was not reached, or a list not saved. */
export type DatabaseListError =
  | { kind: 'call'; errorType: CallError; status: number | null; message: string }
  | { kind: 'away' }
  | { kind: 'limit'; reason: ListLimit }
  | { kind: 'columns'; problems: readonly ListIssue[] }
  | { kind: 'field'; message: string }

/** What the service found wrong at a field; null when it found nothing there. */
export const databaseListErrorsOf = (error: unknown): FormErrors<DatabaseListForm> | null =>
  listErrorOf(error)?.kind === 'taken' ? { name: { id: 'Lists.Name.Taken' } } : null

/** What the form has words for; null for any other error. `isNew`: nothing can be missing but databases as such. */
export function databaseListErrorOf(error: unknown, isNew: boolean): DatabaseListError | null {
  const refusal = listErrorOf(error)
  if (refusal?.kind === 'call' || refusal?.kind === 'limit') return refusal
  if (refusal?.kind === 'file') return { kind: 'columns', problems: refusal.problems }
  if (refusal?.kind === 'field') return { kind: 'field', message: refusal.message }
  return isNew && errorKindOf(error) === 'missing' ? { kind: 'away' } : null
}
