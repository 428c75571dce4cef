import type { Decision } from '../../../contract/index.ts'
import type {
  HistoryExample,
  HistoryOutcomes,
  HistoryTotals,
  TimeMachineResult,
} from '../../../contract/uploads/time-machine.ts'
import {
  type HistoryBlock,
  type HistoryVerdict,
  timeMachineLimits,
} from '../../../contract/uploads/time-machine-definitions.ts'
import type { RecordedEvent } from '../run/past-events.ts'
import type { SignalVerdict } from '../run/run-types.ts'
import type { Outcome } from '../run/tally.ts'

/** An event with the decision that the rules make of it. */
export interface HistoryEvent
  extends Pick<
    RecordedEvent,
    'environmentId' | 'eventId' | 'externalId' | 'at' | 'amountUsd' | 'decision' | 'label' | 'isDecided'
  > {
  after: Outcome
  /** Where its score is from. */
  score: 'stored' | 'fitted' | 'none'
}

const noTotals = (): HistoryTotals => ({ events: 0, amountUsd: 0 })
const noDecisions = () => ({ Approve: noTotals(), Review: noTotals(), Challenge: noTotals(), Reject: noTotals() })
const noOutcomes = (): HistoryOutcomes => ({ fraud: noDecisions(), good: noDecisions(), unknown: noDecisions() })
function add(totals: HistoryTotals, { amountUsd }: Pick<HistoryEvent, 'amountUsd'>): void {
  totals.events += 1
  totals.amountUsd += amountUsd ?? 0
}

/** Returns the block of the page to which an event belongs; null: to none of them. */
function blockOf(verdict: HistoryVerdict, decision: Decision): HistoryBlock | null {
  if (decision === 'Review' || decision === 'Challenge') return 'review'
  if (verdict === 'fraud') return decision === 'Reject' ? 'stopped' : 'missed'
  return verdict === 'good' && decision === 'Reject' ? 'wronglyStopped' : null
}

/** Returns the larger amount first, then the earlier event. */
const byAmount = (left: HistoryExample, right: HistoryExample): number =>
  (right.amountUsd ?? 0) - (left.amountUsd ?? 0) ||
  (left.at < right.at ? -1 : left.at > right.at ? 1 : left.eventId < right.eventId ? -1 : 1)

/** Creates the figures of a run over the history, which are updated event by event, in the order of time. */
export function createHistoryTally() {
  const outcomes = noOutcomes()
  const compared = { events: 0, before: noOutcomes(), after: noOutcomes() }
  const months = new Map<string, HistoryOutcomes>()
  /** Outcomes of rules are the same objects for all events. */
  const rules = new Map<Outcome, Record<HistoryVerdict, HistoryTotals>>()
  const signals = { label: 0, chargeback: 0, refund: 0, reversal: 0 }
  const scores = { stored: 0, fitted: 0, none: 0 }
  const examples: Record<HistoryBlock, HistoryExample[]> = { stopped: [], missed: [], wronglyStopped: [], review: [] }
  let withoutAmount = 0
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  function keepExample(block: HistoryBlock, event: HistoryEvent, verdict: HistoryVerdict): void {
    const rows = examples[block]
    const smallest = rows.length < timeMachineLimits.examples ? undefined : rows.at(-1)
    if (smallest !== undefined && (event.amountUsd ?? 0) <= (smallest.amountUsd ?? 0)) return
    const { eventId, environmentId, externalId, at, amountUsd, after } = event
    const { decision, rule, clause } = after
    const row = { eventId, environmentId, externalId, at: new Date(at).toISOString(), amountUsd, verdict, decision }
    rows.push({ ...row, rule: rule?.name ?? null, clause })
    rows.sort(byAmount)
    rows.splice(timeMachineLimits.examples)
  }
  function monthOf(at: number): HistoryOutcomes {
    const month = new Date(at).toISOString().slice(0, 7)
    const found = months.get(month) ?? noOutcomes()
    months.set(month, found)
    return found
  }

  return {
    add(event: HistoryEvent, latest: SignalVerdict | undefined): void {
      const verdict = latest === undefined ? 'unknown' : latest.isFraud ? 'fraud' : 'good'
      const { decision } = event.after
      if (latest !== undefined) signals[latest.signal] += 1
      if (event.amountUsd === null) withoutAmount += 1
      scores[event.score] += 1
      first = Math.min(first, event.at)
      last = Math.max(last, event.at)
      add(outcomes[verdict][decision], event)
      add(monthOf(event.at)[verdict][decision], event)
      if (event.isDecided) {
        compared.events += 1
        add(compared.before[verdict][event.decision], event)
        add(compared.after[verdict][decision], event)
      }
      if (event.after.rule !== null) {
        const own = rules.get(event.after) ?? { fraud: noTotals(), good: noTotals(), unknown: noTotals() }
        rules.set(event.after, own)
        add(own[verdict], event)
      }
      const block = blockOf(verdict, decision)
      if (block !== null) keepExample(block, event, verdict)
    },
    result: (
      basis: Pick<TimeMachineResult, 'activeRules' | 'notes'> & { readsScores: boolean },
    ): TimeMachineResult => ({
      outcomes,
      compared: compared.events === 0 ? null : compared,
      first: new Date(first).toISOString(),
      last: new Date(last).toISOString(),
      signals,
      withoutAmount,
      scores: { ...scores, read: basis.readsScores },
      activeRules: basis.activeRules,
      rules: [...rules]
        .flatMap(([{ rule, clause, decision }, figures]) =>
          rule === null ? [] : [{ ruleId: rule.id, rule: rule.name, clause: clause ?? '', decision, ...figures }],
        )
        .toSorted(
          (a, b) =>
            b.fraud.amountUsd - a.fraud.amountUsd || b.fraud.events - a.fraud.events || eventsOf(b) - eventsOf(a),
        )
        .slice(0, timeMachineLimits.rules),
      months: [...months].map(([month, own]) => ({ month, outcomes: own })),
      examples,
      notes: basis.notes,
    }),
  }
}

const eventsOf = ({ fraud, good, unknown }: Record<HistoryVerdict, HistoryTotals>): number =>
  fraud.events + good.events + unknown.events
