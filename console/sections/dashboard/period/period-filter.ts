import type { Dashboard, SearchCondition, SearchFilter } from '@assay/risk-service/contract'
import type { Period } from './period-label.tsx'

/**
 * The search that finds the events behind the figures: those of the last hours, or of whole days from the first one of
 * the figures on.
 */
export function periodFilter(
  data: Pick<Dashboard, 'bucket' | 'from'> | undefined,
  period: Period,
  conditions: readonly SearchCondition[],
): Pick<SearchFilter, 'period' | 'conditions'> {
  return data?.bucket === 'day'
    ? { period: 'all', conditions: [{ column: 'at', op: 'gte', value: data.from }, ...conditions] }
    : { period, conditions: [...conditions] }
}
