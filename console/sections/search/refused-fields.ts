import type { IssueCode } from '@assay/risk-service/contract'
import { readApiError } from '../../platform/api/api-error.ts'
import type { SearchFilterState } from '../../platform/search-url/search-url.ts'

/** Fields of conditions that the service refused for one cause, by the paths of its issues. */
export function refusedFields(
  error: unknown,
  { conditions, groups }: SearchFilterState,
  cause: IssueCode,
): ReadonlySet<string> {
  const refusal = error ? readApiError(error) : null
  if (refusal?.kind !== 'invalid') return new Set()
  return new Set(
    refusal.issues.flatMap(({ path: [, list, first, , second], code }) => {
      if (code !== cause) return []
      const condition =
        list === 'conditions' ? conditions[Number(first)] : groups[Number(first)]?.conditions[Number(second)]
      return condition ? [condition.column] : []
    }),
  )
}
