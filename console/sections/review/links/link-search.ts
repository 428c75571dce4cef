import { type EventRow, type SearchCondition, searchLimits } from '@assay/risk-service/contract'
import { environmentParameter } from '../../../platform/environments/environments.tsx'
import { entityColumn } from '../../../platform/search-url/entity-column.ts'
import { searchParameters } from '../../../platform/search-url/search-url.ts'
import type { LinkChoice } from './link-chips.tsx'

const instrumentField = 'paymentInstrumentList.merchantPaymentInstrumentId'

/**
 * Query of the search that finds the events of these values: any of them joins the filters by Or, all of them by And.
 * Null where search has no field of a value, or takes fewer filters.
 * @param instruments the merchant's ids of payment instruments, by which search finds them
 */
export function linkSearch(
  { environmentId, eventType }: Pick<EventRow, 'environmentId' | 'eventType'>,
  attributes: readonly Pick<LinkChoice, 'type' | 'display'>[],
  match: 'any' | 'all',
  instruments: readonly string[],
): URLSearchParams | null {
  if (attributes.length === 0 || attributes.length > searchLimits.filters) return null
  const conditions: SearchCondition[] = attributes.flatMap(({ type, display }) => {
    const column = type === 'payment' ? (instruments.includes(display) ? instrumentField : null) : entityColumn(type)
    return column === null ? [] : [{ column, op: 'eq' as const, value: display }]
  })
  if (conditions.length < attributes.length) return null
  const query = searchParameters({ eventType, filter: { period: 'all', match, conditions } })
  query.set(environmentParameter, environmentId)
  return query
}
