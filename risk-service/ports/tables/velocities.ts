/** Velocities: their names and series, the counts from the log to the hour buckets, and back-fills. */
import type { Generated } from 'kysely'
import type { VelocityAggregate } from '../../fql/index.ts'
import type { Json, Time, TimeDefault } from './column-types.ts'

/** The id of a velocity's counts; `name` in lower case. */
export interface VelocityTable {
  environment_id: string
  name: string
  id: string
  set_id: string
}
/** A velocity of an environment and its definition. */
export interface VelocitySeriesTable {
  environment_id: string
  velocity_id: string
  aggregate: VelocityAggregate
  state: Generated<'live' | 'filling'>
  series: Generated<number>
  set_id: string | null
  since: Time | null
}
/** Contributions of an event that the hour buckets lack, or got lately; the environment is the event's. */
export interface VelocityLogTable {
  environment_id: string
  event_id: string
  at: Time
  /** The transaction that wrote the row. */
  xid: Generated<string>
  contributions: Json<unknown>
}
export interface VelocityRecentTable {
  environment_id: string
  folded_at: Time
  flush: string
  contributions: Json<unknown>
}
/** One row. The snapshots are texts, see `Snapshot`. */
export interface VelocityFoldTable {
  single: Generated<boolean>
  /** What the hour buckets contain. */
  folded: Generated<string>
  folded_at: TimeDefault
  earlier: Generated<string>
  earlier_at: TimeDefault
  /** What is no longer in the log. */
  removed: Generated<string>
  /** Changes with every change of series or hours that is not an event. */
  generation: Generated<number>
}
/** `hour`: since 1970. */
export interface VelocityHourTable {
  environment_id: string
  key: string
  hour: number
  counts: Json<unknown>
}
export interface VelocityBackfillTable {
  environment_id: string
  set_id: string
  version: number
  state: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed'
  events: Generated<number>
  total: Generated<number>
  until: Time
  places: string[]
  reached_place: Generated<number>
  reached_at: Time | null
  reached_id: string | null
  failure: string | null
  started_at: TimeDefault
  finished_at: Time | null
}
export interface VelocityBackfillHourTable extends VelocityHourTable {
  set_id: string
  chunk: number
}
