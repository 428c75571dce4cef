import { type EntityType, type EventRow, isMaskedText } from '@assay/risk-service/contract'
import { entityColumn } from '../search-url/entity-column.ts'
import { searchParameters } from '../search-url/search-url.ts'
import { environmentParameter } from './environments.tsx'

/**
 * Query of the search that finds the events of an entity of an event, as its page counts them: in the event's own
 * environment and those below it, whatever environment is open. Null where search has no column of the entity,
 * and for a masked value.
 */
export function entitySearch(
  { environmentId }: Pick<EventRow, 'environmentId'>,
  { type, value }: { type: EntityType; value: string },
): URLSearchParams | null {
  const column = entityColumn(type)
  if (column === null || isMaskedText(value)) return null
  const query = searchParameters({ filter: { period: '90d', conditions: [{ column, op: 'eq', value }] } })
  query.set(environmentParameter, environmentId)
  return query
}
