/** Preferences, saved views and conversations of users. */
import type { AssistantAnswer, SearchFilter } from '../../contract/index.ts'
import type { Json, Time, TimeDefault } from './column-types.ts'

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
/** A saved search whose owner is notified of new results; `ended`: why it no longer is. */
export interface SavedViewWatchTable {
  view_id: string
  /** The owner may search by a directory role, of which nothing is stored. */
  by_directory: boolean
  event_type: string
  filter: Json<SearchFilter>
  /** Notified when more than this number is new. */
  results: number
  /** Length of the time in which results are counted. */
  hours: number
  /** When it is checked next. */
  due_at: Time
  notified_at: Time | null
  ended: string | null
}
export interface SavedViewDefaultTable {
  environment_id: string
  area: string
  user_id: string
  view_id: string
}
/** A question to the assistant with its answer; deleted after thirty days. */
export interface AssistantEntryTable {
  id: string
  environment_id: string
  user_id: string
  asked_at: Time
  question: string
  answer: Json<AssistantAnswer>
  rating: 'up' | 'down' | null
}
