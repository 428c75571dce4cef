import type { SearchColumn, SearchCondition } from '@assay/risk-service/contract'

export interface Lookup {
  column: SearchColumn
  condition: SearchCondition
}

const ip = /^(\d{1,3}\.){3}\d{1,3}$|^[0-9a-f:]*:[0-9a-f:]+$/i

const trimmed = (query: string): string => query.trim().replace(/^["'<(]+|["'>),.;]+$/gu, '')

/**
 * The part of a text that can be an event's id, without characters that were copied along: an id of the service, or of
 * the merchant.
 */
export function eventIdOf(query: string): string | null {
  const value = trimmed(query)
  return (
    /[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/i.exec(query)?.[0] ??
    (value.length < 3 || value.length > 128 || /\s/.test(value) ? null : value)
  )
}

/**
 * What a pasted text may be: the columns it is looked up in, most likely first. Nothing for what is too short to be any
 * of it.
 */
export function lookupsOf(query: string): Lookup[] {
  const value = trimmed(query)
  if (value.length < 3 || value.length > 256) return []
  const exactly = (column: SearchColumn): Lookup => ({ column, condition: { column, op: 'eq', value } })
  if (value.includes('@')) return [exactly('email'), exactly('userId')]
  if (ip.test(value)) return [exactly('ip')]
  if (/^\+?[\d\s()/-]{7,}$/.test(value) && !/^\d+$/.test(value)) return [exactly('phone'), exactly('externalId')]
  // A name has blanks; ids have none.
  if (/\s/.test(value)) return [exactly('userName')]
  return [
    exactly('externalId'),
    exactly('userId'),
    exactly('deviceId'),
    { column: 'externalId', condition: { column: 'externalId', op: 'contains', value } },
  ]
}
