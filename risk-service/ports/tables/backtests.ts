/** Back-tests and the events that they decided otherwise, and comparisons with a former system. */
import type { ColumnType, Generated } from 'kysely'
import type { DualRunReport } from '../../contract/dual-runs/dual-run-report.ts'
import type { DualRunWords } from '../../contract/dual-runs/dual-runs.ts'
import type { MirrorFailure } from '../../contract/dual-runs/mirrors.ts'
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
  /** Of the report, as a compact JWS. */
  signature: ColumnType<string | null, string | null | undefined, string | null>
  started_by: string
  started_by_name: string
  created_at: Time
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** `compared_seq`: events up to this one were compared; `rule_set`: digest of what decides, since `rule_set_at`. */
export interface MirrorTable {
  environment_id: string
  id: string
  state: 'running' | 'ended'
  words: Json<DualRunWords>
  received: Generated<number>
  refused: Generated<number>
  compared_seq: Generated<number>
  received_at: OptionalTime
  first_at: OptionalTime
  last_at: OptionalTime
  failure: ColumnType<MirrorFailure | null, MirrorFailure | null | undefined, MirrorFailure | null>
  notes: ColumnType<DualRunReport['notes'], string | undefined, string>
  rule_set: ColumnType<string | null, string | null | undefined, string | null>
  rule_set_at: OptionalTime
  started_by: string
  started_by_name: string
  created_at: Time
  ended_at: OptionalTime
}

/** `result` null: not compared yet. `content`: the event with the former answer; `example`: JSON of a difference. */
export interface MirrorEventTable {
  environment_id: string
  seq: Generated<number>
  mirror_id: string
  event_type: string
  external_id: string
  at: Time
  content: string
  result: ColumnType<MirrorResult | null, undefined, MirrorResult>
  cause: ColumnType<string | null, undefined, string | null>
  example: ColumnType<string | null, undefined, string | null>
}
/** `word`: the word of the former system is no decision here. `invalid`: its assessment accepts the event no more. */
export type MirrorResult = 'same' | 'different' | 'duplicate' | 'word' | 'invalid'

/** Sums of compared events. `former` of an unknown word is the word; `cause`: JSON, empty without a difference. */
export interface MirrorCountTable {
  environment_id: string
  mirror_id: string
  hour: Time
  result: MirrorResult
  former: string
  own: string
  cause: string
  events: number
  same_rule: number
  amount_usd: number
}
