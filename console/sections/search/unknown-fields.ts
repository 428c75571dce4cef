import { readApiError } from '../../platform/api/api-error.ts'
import type { SearchFilterState } from '../../platform/search-url/search-url.ts'

/** Fields of conditions that the service refused as unknown, by the paths of its issues. */
export function unknownFields(error: unknown, { conditions, groups }: SearchFilterState): ReadonlySet<string> {
  const refusal = error ? readApiError(error) : null
  if (refusal?.kind !== 'invalid') return new Set()
  return new Set(
    refusal.issues.flatMap(({ path: [, list, first, , second], code }) => {
      if (code !== 'search.field') return []
      const condition =
        list === 'conditions' ? conditions[Number(first)] : groups[Number(first)]?.conditions[Number(second)]
      return condition ? [condition.column] : []
    }),
  )
}
