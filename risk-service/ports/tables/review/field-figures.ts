/** How often fields are filled from hour to hour, and when that dropped. */
import type { Time } from '../column-types.ts'

/**
 * Events of an hour in which a field had a value, of those that were read; an empty field stands for all of them, an
 * empty client for events whose API client is unknown.
 */
export interface FieldFillTable {
  environment_id: string
  event_type: string
  client_id: string
  hour: Time
  field: string
  events: number
}
/** A field that is filled less often than in the same hours before. `ended_at` null: still. */
export interface FieldDropTable {
  id: string
  environment_id: string
  event_type: string
  client_id: string
  field: string
  since: Time
  found_at: Time
  ended_at: Time | null
  usual_filled: number
  usual_events: number
  recent_filled: number
  recent_events: number
  /** Share of false alarms at which the drop would just be reported. */
  q: number
}
