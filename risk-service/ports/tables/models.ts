/** Score models and their trainings. */
import type { ColumnType, Generated } from 'kysely'
import type { ModelCard, Scorecard } from '../../contract/models/models.ts'
import type { Json, Time } from './column-types.ts'

/** A trained model with its scorecard; at most one of a kind is active in an environment. */
export interface ModelVersionTable {
  environment_id: string
  kind: 'risk' | 'bot'
  version: number
  id: string
  state: 'active' | 'retired'
  scorecard: Json<Scorecard>
  card: Json<ModelCard>
  rows: number
  auc: number
  trained_at: Time
  trained_by_name: string | null
}
/** `reason`: why there is no model. `requested_by_name` null: by the schedule. */
export interface ModelTrainingTable {
  environment_id: string
  id: string
  kind: 'risk' | 'bot'
  state: 'waiting' | 'running' | 'done' | 'refused' | 'cancelled' | 'failed'
  progress: Generated<number>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  rows: ColumnType<number | null, number | null | undefined, number | null>
  frauds: ColumnType<number | null, number | null | undefined, number | null>
  version: ColumnType<number | null, number | null | undefined, number | null>
  requested_by_name: string | null
  requested_at: Time
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
