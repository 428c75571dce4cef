/** Groups of reviewers, and what decides which cases the service assigns to them. */
import type { Generated } from 'kysely'
import type { Json, TimeDefault } from '../column-types.ts'

export interface ReviewerGroupTable {
  id: string
  environment_id: string
  name: string
  members: string[]
  version: Generated<number>
  updated_by_name: string | null
  updated_at: TimeDefault
}
/** Availability and skills of one person in one environment. `hours` null: at any time. */
export interface ReviewerProfileTable {
  environment_id: string
  user_id: string
  away: Generated<boolean>
  hours: Json<unknown> | null
  open_cases: Generated<number>
  skills: Json<unknown>
  updated_at: TimeDefault
}
/** The last case of a queue that a person got from the service: the higher the turn, the later. */
export interface AssignmentTurnTable {
  queue_id: string
  user_id: string
  turn: number
}
