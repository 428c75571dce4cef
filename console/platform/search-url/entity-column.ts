import type { EntityType, SearchColumn } from '@assay/risk-service/contract'

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
