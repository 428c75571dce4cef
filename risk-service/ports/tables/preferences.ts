/** Preferences and saved views of users. */
import type { Json, TimeDefault } from './column-types.ts'

/** The choices of a user; `version` counts the changes. */
export interface UserPreferenceTable {
  tenant_id: string
  user_id: string
  version: number
  document: Json<Record<string, unknown>>
  updated_at: TimeDefault
}
export interface SavedViewTable {
  id: string
  environment_id: string
  area: string
  owner_id: string
  owner_name: string
  name: string
  shared: boolean
  state: Json<Record<string, unknown>>
  version: number
  updated_at: TimeDefault
}
export interface SavedViewDefaultTable {
  environment_id: string
  area: string
  user_id: string
  view_id: string
}
