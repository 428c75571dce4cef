import type { DualRunCause, DualRunDetail, DualRunExample } from '../../../contract/dual-runs/dual-run-report.ts'
import type { DecidingClause } from '../../../fql/index.ts'
import type { Outcome } from '../../backtests/run/tally.ts'
import type { Scores } from '../replay/decided-event.ts'
import type { EventReplay, Variation } from '../replay/event-replay.ts'
import type { ProbeRead } from '../replay/probe.ts'
import type { ReplayedRule } from '../replay/replayed-rules.ts'
import type { FormerOrder } from './former-order.ts'

/** What the search for causes reads of the run as a whole. */
export interface RunFacts {
  /** Time of the first event: velocities are empty before it. */
  firstAt: number
  order: FormerOrder
  /** Whether a list was changed after a time, or never filled. */
  isListChanged: (list: string, at: number) => boolean
  listName: (list: string) => string
}

/** An event that the two systems decide differently. */
export interface Difference {
  replay: EventReplay
  facts: RunFacts
  /** The outcome here, and what its run read. */
  base: Outcome
  reads: readonly ProbeRead[]
  /** The rule of this environment by which the former system decided; null without one. */
  formerRule: ReplayedRule | null
  formerClause: DecidingClause | null
  ownRule: ReplayedRule | null
  ownClause: DecidingClause | null
  /** The scores of the former system, and those of the product where it has none. */
  formerScores: Scores
}

/** The cause of a difference. */
export interface Finding {
  cause: DualRunCause
  detail: DualRunDetail
  subject: string | null
  other?: string | null
  withScore?: boolean
  actual?: DualRunExample['actual']
  required?: DualRunExample['required']
}

/** An experiment: returns the cause when its replacement gives the decision of the former system. */
export type Experiment = (difference: Difference, background: Variation) => Finding | null

const isSameName = (a: string | null, b: string | null): boolean => a?.toLowerCase() === b?.toLowerCase()

/** Whether an outcome is that of the former system: its decision, and its rule and clause where the answer names them. */
function isFormer({ event }: EventReplay, outcome: Outcome): boolean {
  const { decision, rule, clause } = event.former
  if (outcome.decision !== decision) return false
  if (rule === undefined) return true
  if (!isSameName(outcome.rule?.name ?? null, rule)) return false
  return clause === null || isSameName(outcome.clause, clause)
}

/** Runs the rules with a replacement; true when they decide as the former system did. */
export const explains = (replay: EventReplay, variation: Variation): boolean => isFormer(replay, replay.run(variation))

export const windowText = ({ velocity, window }: Extract<ProbeRead, { kind: 'velocity' }>): string =>
  `${velocity.name} ${window.count}${window.unit}`
