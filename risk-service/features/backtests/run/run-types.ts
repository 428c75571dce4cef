import type { Decision, RuleBody } from '../../../contract/index.ts'
import type { FieldOutage, OutageResult } from '../../../contract/ontology/field-outages.ts'
import type { BacktestResult } from '../../../contract/rules/backtests.ts'
import type { RoutingPreviewResult } from '../../../contract/rules/routing-previews.ts'
import type { TimeMachineResult } from '../../../contract/uploads/time-machine.ts'
import type { CountryOf } from '../../../engine/enrich/enrich-purchase.ts'
import type { CallNames } from '../../../engine/resources/types.ts'
import type { CompileOptions } from '../../../fql/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { BacktestSubjectAddress } from './candidate-chain.ts'
import type { ReadRows } from './past-events.ts'
import type { Outcome } from './tally.ts'

export interface RunDeps extends Pick<Ports, 'clock' | 'log'> {
  /** Read only, and without a limit on the time of a statement. */
  db: Db
  /** Reads events; by default from `db`, one result at a time. */
  readRows?: ReadRows | undefined
  countryOf: CountryOf
  /** Names of external calls; no call is made. */
  calls?: CallNames | undefined
  /** What became known of decided events; by default what their labels say. */
  readVerdicts?: ReadVerdicts | undefined
  /** `code` unless the page forbids code generation. */
  mode?: CompileOptions['mode']
}
/**
 * What the latest signal says of an event, and what kind of signal it is; `reversal`: of a chargeback. `knownAt`: the
 * date of the signal in milliseconds, not the one on which it arrived, which in an imported history is the import.
 */
export interface SignalVerdict {
  isFraud: boolean
  knownAt: number
  signal: keyof TimeMachineResult['signals']
}
/**
 * Reads what became known of events of an assessment, by event id: nothing is known of those that are absent. Null: the
 * assessment has no later events.
 */
export type ReadVerdicts = (
  environmentId: string,
  eventType: string,
  events: readonly { eventId: string; externalId: string; at: number }[],
) => Promise<ReadonlyMap<string, SignalVerdict> | null>

/** A change of decision rules, and the period of the events that are decided again. */
export interface RunInput extends BacktestSubjectAddress {
  from: Date
  to: Date
}
/**
 * A change of a routing rule: another text, or its absence where `body` is null. At most `limit` Review events of the
 * period are routed, the latest ones.
 */
export interface RoutingRunInput {
  environmentId: string
  eventType: string
  ruleId: string
  body: RuleBody | null
  from: Date
  to: Date
  limit: number
}
/** A field that is absent from all events of the period, or from those of one API client. */
export interface OutageRunInput {
  environmentId: string
  eventType: string
  outage: FieldOutage
  from: Date
  to: Date
}
/** Published rules over the history, or these with a rule that is tried: `body` null without one. */
export interface HistoryRunInput {
  environmentId: string
  eventType: string
  ruleId: string | null
  body: RuleBody | null
  from: Date
  to: Date
}
/** What a back-test runs. */
export type BacktestInput =
  | ({ kind: 'decision' } & RunInput)
  | ({ kind: 'routing' } & RoutingRunInput)
  | ({ kind: 'outage' } & OutageRunInput)
  | ({ kind: 'history' } & HistoryRunInput)

export type RunResult = BacktestResult | RoutingPreviewResult | OutageResult | TimeMachineResult
/** Performs one back-test. */
export type PerformBacktest = (input: BacktestInput, hooks: RunHooks) => Promise<RunResult>

/** An event with another decision under the change. */
export interface ChangedEvent {
  environmentId: string
  eventId: string
  externalId: string
  at: Date
  before: Decision
  after: Outcome
  amountUsd: number | null
  label: 'Fraud' | 'NonFraud' | null
}
export interface RunHooks {
  /** Called about twice a second; ends the run by throwing. `changed`: at most `mostChanged` events in total. */
  progress: (events: number, total: number, changed: readonly ChangedEvent[]) => Promise<void>
  mostChanged?: number | undefined
}
/** Thrown when a back-test has no event, or no rule, to run. */
export class NoEventsError extends Error {}
