/** As much of a refused call as its message depends on. */
export interface SavedViewError {
  status: number
  data?: unknown
}

function reasonOf({ data }: SavedViewError): string {
  return typeof data === 'object' && data !== null && 'reason' in data && typeof data.reason === 'string'
    ? data.reason
    : ''
}

/** Message of a change of views that did not work; null is a call without an answer. */
export function errorMessageIdOf(error: SavedViewError | null): string {
  if (error === null) return 'SavedViews.Failed'
  const reason = reasonOf(error)
  if (reason === 'views.limit' || reason === 'views.sharedLimit') return 'SavedViews.Limit'
  if (error.status === 409 || error.status === 404) return 'SavedViews.Changed'
  return error.status === 422 ? 'SavedViews.NameTaken' : 'SavedViews.Failed'
}
