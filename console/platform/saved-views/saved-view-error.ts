import { readApiError } from '../api/api-error.ts'

/** Message of a change of views that did not work. */
export function errorMessageIdOf(error: unknown): string {
  const failure = readApiError(error)
  if (failure.kind === 'conflict' && (failure.reason === 'views.limit' || failure.reason === 'views.sharedLimit'))
    return 'SavedViews.Limit'
  if (failure.kind === 'conflict' || failure.kind === 'missing') return 'SavedViews.Changed'
  return failure.kind === 'invalid' ? 'SavedViews.NameTaken' : 'SavedViews.Failed'
}
