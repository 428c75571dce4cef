/** Connections to retail systems. */
import type { ColumnType, Generated } from 'kysely'
import type {
  RetailEntity,
  RetailFailure,
  RetailIssue,
  RetailStatus,
  RetailSyncStatus,
} from '../../../contract/index.ts'
import type { Json, Time } from '../column-types.ts'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** How far an entity is read. */
export interface StoredRetailPosition {
  since: string | null
  next: string | null
  /** The latest time of a change that the reading which goes on has met. */
  latest: string | null
  /** Of lines: how far the transactions were read when their reading began. */
  until?: string | null
  /** Of lines: transactions that were not stored when their lines were read, with a time before which no line of them is. */
  leftOut?: Readonly<Record<string, string>>
  /** The reading of the current synchronisation has reached its end. */
  done: boolean
}
export type RetailPositions = Readonly<Partial<Record<RetailEntity, StoredRetailPosition>>>

export interface RetailConnectionTable {
  environment_id: string
  address: string
  status: RetailStatus
  failure: Optional<RetailFailure>
  created_at: Time
  created_by: string
  last_sync_at: OptionalTime
  next_sync_at: OptionalTime
  /** Synchronisations that failed since the last one that did not. */
  failures: Generated<number>
  positions: Json<RetailPositions>
  /** The synchronisation that goes on. */
  sync_id: Optional<string>
  lease_owner: Optional<string>
  lease_until: OptionalTime
}

export interface RetailSyncTable {
  id: string
  environment_id: string
  started_at: Time
  finished_at: OptionalTime
  status: RetailSyncStatus
  failure: Optional<RetailFailure>
  rows: Generated<number>
  changed: Generated<number>
  refused: Generated<number>
  issues: Json<readonly RetailIssue[]>
}
