/** The common tables of functions and velocity sets: the published version, drafts and the history. */
import type { Json, Time } from './column-types.ts'

/** A published velocity set or function. */
export interface ResourceTable {
  id: string
  environment_id: string
  name: string
  status: 'active' | 'inactive'
  version: number
  body: Json<unknown>
  published_by: string
  published_by_name: string
  published_at: Time
}
export interface ResourceDraftTable {
  resource_id: string
  author_id: string
  environment_id: string
  author_name: string
  body: Json<unknown>
  base_version: number
  saved_at: Time
}
export interface ResourceVersionTable {
  resource_id: string
  version: number
  environment_id: string
  name: string
  status: string
  body: Json<unknown>
  published_by: string
  published_by_name: string
  published_at: Time
}
