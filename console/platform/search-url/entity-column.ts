import type { EntityType, EventRow, SearchColumn } from '@assay/risk-service/contract'
import { environmentParameter } from '../environments/environments.tsx'
import { searchParameters } from './search-url.ts'

const columns: Partial<Record<EntityType, SearchColumn>> = {
  user: 'userId',
  email: 'email',
  device: 'deviceId',
  ip: 'ip',
  phone: 'phone',
}

/** Column by which the events of an entity are found; null where search has none (addresses, payment instruments). */
export function entityColumn(type: EntityType): SearchColumn | null {
  return columns[type] ?? null
}

/**
 * Query of the search that finds the events of an entity of an event, as its page counts them: in the event's own
 * environment and those below it, whatever environment is open. Null where search has no column of the entity.
 */
export function entitySearch(
  { environmentId }: Pick<EventRow, 'environmentId'>,
  { type, value }: { type: EntityType; value: string },
): URLSearchParams | null {
  const column = entityColumn(type)
  if (column === null) return null
  const query = searchParameters({ filter: { period: '90d', conditions: [{ column, op: 'eq', value }] } })
  query.set(environmentParameter, environmentId)
  return query
}
