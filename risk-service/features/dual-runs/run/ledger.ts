import {
  type DualRunExample,
  type DualRunGroup,
  type DualRunReport,
  dualRunReportLimits,
} from '../../../contract/dual-runs/dual-run-report.ts'
import type { Decision } from '../../../contract/index.ts'
import type { Outcome } from '../../backtests/run/tally.ts'
import type { Finding } from '../causes/difference.ts'
import type { DecidedEvent } from '../replay/decided-event.ts'
import { isSameRule } from './compare-event.ts'

type LedgerResult = Pick<DualRunReport, 'compared' | 'same' | 'sameRule' | 'differing' | 'parity' | 'matrix' | 'groups'>

/** The figures of a dual run, counted event by event. Events without an amount count as 0. */
export interface Ledger {
  addSame: (event: DecidedEvent, outcome: Outcome) => void
  addDifferent: (event: DecidedEvent, outcome: Outcome, finding: Finding) => void
  result: () => LedgerResult
}

interface Totals {
  events: number
  amountUsd: number
}
const none = (): Totals => ({ events: 0, amountUsd: 0 })
function count(totals: Totals, { amountUsd }: Pick<DecidedEvent, 'amountUsd'>): void {
  totals.events += 1
  totals.amountUsd += amountUsd ?? 0
}

export function createLedger(): Ledger {
  const same = none()
  const differing = none()
  let sameRule = 0
  const matrix = new Map<string, Totals & { former: Decision; own: Decision }>()
  const groups = new Map<string, DualRunGroup>()

  function addToMatrix(event: DecidedEvent, own: Decision): void {
    const former = event.former.decision
    const key = `${former} ${own}`
    let cell = matrix.get(key)
    if (cell === undefined) matrix.set(key, (cell = { ...none(), former, own }))
    count(cell, event)
  }

  return {
    addSame(event, outcome) {
      count(same, event)
      addToMatrix(event, outcome.decision)
      if (isSameRule(event, outcome)) sameRule += 1
    },
    addDifferent(event, outcome, finding) {
      count(differing, event)
      addToMatrix(event, outcome.decision)
      const { cause, detail, subject, other = null, withScore = false } = finding
      const key = JSON.stringify([cause, detail, subject, other, withScore])
      let group = groups.get(key)
      if (group === undefined)
        groups.set(key, (group = { ...none(), cause, detail, subject, other, withScore, examples: [] }))
      count(group, event)
      if (group.examples.length < dualRunReportLimits.examples) group.examples.push(exampleOf(event, outcome, finding))
    },
    result() {
      const compared = { events: same.events + differing.events, amountUsd: same.amountUsd + differing.amountUsd }
      return {
        compared,
        same,
        sameRule,
        differing,
        parity: parityOf(same.events, compared.events),
        matrix: [...matrix.values()].toSorted(
          (a, b) => b.events - a.events || a.former.localeCompare(b.former) || a.own.localeCompare(b.own),
        ),
        groups: [...groups]
          .toSorted(([a, { events: x }], [b, { events: y }]) => y - x || (a < b ? -1 : 1))
          .slice(0, dualRunReportLimits.groups)
          .map(([, group]) => group),
      }
    },
  }
}

/** Percent with two decimals, rounded down; 0 without any event. */
export const parityOf = (same: number, compared: number): number =>
  compared === 0 ? 0 : Math.floor((same * 10_000) / compared) / 100

export const exampleOf = (
  { externalId, eventType, environmentId, at, amountUsd, former, own }: DecidedEvent,
  outcome: Outcome,
  { actual = null, required = null }: Finding,
): DualRunExample => ({
  eventId: externalId,
  eventType,
  environmentId,
  at: new Date(at).toISOString(),
  amountUsd,
  former: { decision: former.decision, rule: former.rule ?? null, clause: former.clause, riskScore: former.risk },
  own: {
    decision: outcome.decision,
    rule: outcome.rule?.name ?? null,
    clause: outcome.clause,
    riskScore: own.risk,
  },
  actual,
  required,
})
