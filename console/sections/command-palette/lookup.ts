import type { SearchColumn, SearchCondition } from '@assay/risk-service/contract'

export interface Lookup { column: SearchColumn; condition: SearchCondition }

const ip = /^(\d{1,3}\.){3}\d{1,3}$|^[0-9a-f:]*:[0-9a-f:]+$/i

/** What a pasted text may be: the columns it is looked up in, most likely first. Nothing for what is too short to be any of it. */
export function lookupsOf(query: string): Lookup[] {
  const value = query.trim().replace(/^["'<(]+|["'>),.;]+$/gu, '')
  if (value.length < 3 || value.length > 256) return []
  const exactly = (column: SearchColumn): Lookup => ({ column, condition: { column, op: 'eq', value } })
  if (value.includes('@')) return [exactly('email'), exactly('userId')]
  if (ip.test(value)) return [exactly('ip')]
  if (/^\+?[\d\s()/-]{7,}$/.test(value) && !/^\d+$/.test(value)) return [exactly('phone'), exactly('externalId')]
  // A name has blanks; ids have none.
  if (/\s/.test(value)) return [exactly('userName')]
  return [exactly('externalId'), exactly('userId'), exactly('deviceId'), { column: 'externalId', condition: { column: 'externalId', op: 'contains', value } }]
}
