/** Back-tests and the events that they decided otherwise, and comparisons with a former system. */
import type { ColumnType, Generated } from 'kysely'
import type { DualRunWords } from '../../contract/dual-runs/dual-runs.ts'
import type { Json, Time } from './column-types.ts'

/**
 * `digest`: of the request; `rules`: of the published rules at that moment. `body` null for a branch, and for a routing
 * rule that is tried without it; of an outage, the field; of the time machine, its subject with the text of the rule. `event_limit`: of a routing preview.
 */
export interface BacktestTable {
  environment_id: string
  id: string
  event_type: string
  kind: 'draft' | 'branch' | 'rule' | 'routing' | 'outage' | 'history'
  name: string
  rule_id: string | null
  branch: string | null
  event_limit: number | null
  body: ColumnType<unknown, string | null, string | null>
  from_at: Time
  to_at: Time
  state: 'waiting' | 'running' | 'done' | 'failed'
  digest: string
  rules: string
  events: number
  total: number
  counted: number | null
  labelled: string | null
  failure: string | null
  result: ColumnType<unknown, string | null, string | null>
  started_by: string
  started_by_name: string
  created_at: Time
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
/** An event that a back-test decided otherwise. */
export interface BacktestEventTable {
  environment_id: string
  backtest_id: string
  at: Time
  event_id: string
  event_environment_id: string
  external_id: string
  before: string
  after: string
  rule: string | null
  clause: string | null
  amount_usd: number | null
  label: string | null
}
/** A comparison of the decisions of a former system. `content`: the file, until the run has ended; `digest`: of the request; `attempts`: that began without coming to an end; `parity`, `compared`, `differing`: of the report; `report`: as JSON. */
export interface DualRunTable {
  environment_id: string
  id: string
  file_name: string
  file_size: number
  event_type: string
  words: Json<DualRunWords>
  state: 'waiting' | 'running' | 'done' | 'failed'
  digest: string
  content: Uint8Array | null
  attempts: Generated<number>
  events: number
  total: number
  failure: string | null
  parity: number | null
  compared: number | null
  differing: number | null
  report: string | null
  report_sha256: string | null
  started_by: string
  started_by_name: string
  created_at: Time
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
