/** Settings and messages of the transaction acceptance booster. */
import type { ColumnType, Generated } from 'kysely'
import type { BoosterLevel } from '../../../contract/index.ts'
import type { Time } from '../column-types.ts'

/**
 * What an environment shares. One without a row has the settings of the nearest environment above it that has one, and
 * shares nothing where none has.
 */
export interface BoosterSettingTable {
  environment_id: string
  version: number
  level: BoosterLevel
  /** Percent. */
  hold_out: number
  /** Decides which purchases are held out: the same ones as long as the share is. */
  hold_out_key: string
  /** Version of the terms that were agreed to by who made the change; null: nothing is shared. */
  terms: string | null
  changed_at: Time
  changed_by: string
  changed_by_name: string
  /** The environment in which it was saved, with its name at that time. */
  origin_id: string
  origin_name: string
}

/** A purchase whose bank or network takes part: its message, or that it belongs to the held-out share. */
export interface BoosterMessageTable {
  environment_id: string
  event_id: string
  at: Time
  external_id: string
  participant: string
  state: 'waiting' | 'sent' | 'failed' | 'heldOut'
  attempts: Generated<number>
  /** Null: nothing more is tried. */
  next_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  /** Why the last attempt failed. */
  failure: ColumnType<string | null, string | null | undefined, string | null>
}
