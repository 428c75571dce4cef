/** Custom and database lists with their versions, and the entries of support lists. */
import type { ColumnType, Generated } from 'kysely'
import type { Json, Time } from './column-types.ts'

export interface ListTable {
  id: string
  environment_id: string
  name: string
  description: string
  version: number
  columns: string[]
  rows: number
  size: number
  created_at: Time
  updated_by: string
  updated_by_name: string
  updated_at: Time
  source: Generated<'csv' | 'cosmos'>
}
/** `connection`: without its secret, which is encrypted beside it. */
export interface ListSourceTable {
  list_id: string
  connection: Json<unknown>
  secret: string | null
}
/** `content`: the file, gzip; null when it is no longer stored. */
export interface ListVersionTable {
  list_id: string
  version: number
  columns: string[]
  rows: number
  size: number
  file_name: string
  digest: string
  restored_from: number | null
  updated_by: string
  updated_by_name: string
  updated_at: Time
  content: Uint8Array | null
}
/** `key`: the value in the form for comparisons. `case_layers`: what decisions of cases made of it, null where none did. */
export interface SupportEntryTable {
  environment_id: string
  list: string
  key: string
  value: string
  status: 'Safe' | 'Block' | 'Watch'
  reason: string
  comments: string
  expires_at: Time | null
  added_by_name: string
  added_at: Time
  updated_by: string
  updated_by_name: string
  updated_at: Time
  case_layers: ColumnType<unknown, string | null | undefined, string | null>
}
