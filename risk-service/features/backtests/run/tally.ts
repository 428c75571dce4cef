import type { Decision } from '../../../contract/index.ts'
import type { BacktestResult } from '../../../contract/rules/backtests.ts'

export interface Outcome {
  decision: Decision
  rule: { id: string; name: string } | null
  clause: string | null
}
interface Tallied {
  stored: string
  before: Outcome
  after: Outcome
  amountUsd: number | null
  label: 'Fraud' | 'NonFraud' | null
}

export interface Tally {
  /** Returns true when the event has another decision under the change. */
  add: (event: Tallied) => boolean
  result: (notes: BacktestResult['notes']) => BacktestResult
}

const none = () => ({ events: 0, amountUsd: 0 })
type Figures = ReturnType<typeof none>
const count = (figures: Figures, amountUsd: number): void => {
  figures.events += 1
  figures.amountUsd += amountUsd
}

/**
 * Creates the figures of a back-test, which are updated event by event. Amounts in US cents; events without one count
 * as 0.
 */
export function createTally(): Tally {
  const all = none()
  const changed = none()
  const matrix: Partial<Record<Decision, Partial<Record<Decision, Figures & { before: Decision; after: Decision }>>>> =
    {}
  const fraud = { ...none(), caught: { before: none(), after: none() } }
  const good = { ...none(), stopped: { before: none(), after: none() } }
  /** Outcomes of rules are the same objects for all events. */
  const rules = new Map<Outcome, { before: number; after: number }>()
  let asDecided = 0

  function noteRule(outcome: Outcome, side: 'before' | 'after'): void {
    if (outcome.rule === null) return
    let found = rules.get(outcome)
    if (found === undefined) rules.set(outcome, (found = { before: 0, after: 0 }))
    found[side] += 1
  }

  function byRule(): BacktestResult['rules'] {
    const found = new Map<string, BacktestResult['rules'][number]>()
    for (const [{ rule, clause, decision }, { before, after }] of rules) {
      if (rule === null) continue
      const key = `${rule.id} ${clause ?? ''} ${decision}`
      const own = found.get(key) ?? {
        ruleId: rule.id,
        rule: rule.name,
        clause: clause ?? '',
        decision,
        before: 0,
        after: 0,
      }
      found.set(key, { ...own, before: own.before + before, after: own.after + after })
    }
    return [...found.values()].toSorted((a, b) => b.after - a.after || b.before - a.before).slice(0, 200)
  }

  return {
    add({ stored, before, after, amountUsd, label }) {
      const amount = amountUsd ?? 0
      count(all, amount)
      if (stored === before.decision) asDecided += 1
      const row = (matrix[before.decision] ??= {})
      count((row[after.decision] ??= { ...none(), before: before.decision, after: after.decision }), amount)
      noteRule(before, 'before')
      noteRule(after, 'after')
      const side = label === 'Fraud' ? fraud.caught : label === 'NonFraud' ? good.stopped : null
      if (label !== null) count(label === 'Fraud' ? fraud : good, amount)
      if (side !== null && before.decision !== 'Approve') count(side.before, amount)
      if (side !== null && after.decision !== 'Approve') count(side.after, amount)
      if (before.decision === after.decision) return false
      count(changed, amount)
      return true
    },
    result: notes => ({
      ...all,
      asDecided,
      matrix: Object.values(matrix).flatMap(row => Object.values(row)),
      changed,
      fraud,
      good,
      savedUsd: fraud.caught.after.amountUsd - fraud.caught.before.amountUsd,
      lostUsd: good.stopped.after.amountUsd - good.stopped.before.amountUsd,
      rules: byRule(),
      notes,
    }),
  }
}
