import type { BacktestResult } from '../contract/backtests.ts'
import type { Decision } from '../contract/index.ts'

export interface Outcome { decision: Decision; rule: { id: string; name: string } | null; clause: string | null }
export interface Tallied { stored: string; before: Outcome; after: Outcome; amountUsd: number | null; label: 'Fraud' | 'NonFraud' | null }

export interface Tally {
  /** True when the event would be decided otherwise. */
  add: (event: Tallied) => boolean
  result: (notes: BacktestResult['notes']) => BacktestResult
}

const none = () => ({ events: 0, amountUsd: 0 })
type Figures = ReturnType<typeof none>
const count = (figures: Figures, amountUsd: number): void => {
  figures.events += 1
  figures.amountUsd += amountUsd
}

/** Figures of a back-test, event by event. Amounts in US cents; events without one count as 0. */
export function createTally(): Tally {
  const all = none()
  const changed = none()
  const matrix = new Map<string, Figures & { before: Decision; after: Decision }>()
  const fraud = { ...none(), caught: { before: none(), after: none() } }
  const good = { ...none(), stopped: { before: none(), after: none() } }
  const rules = new Map<string, BacktestResult['rules'][number]>()
  let asDecided = 0

  function noteRule({ rule, clause, decision }: Outcome, side: 'before' | 'after'): void {
    if (rule === null) return
    const key = `${rule.id} ${clause ?? ''} ${decision}`
    let found = rules.get(key)
    if (found === undefined) rules.set(key, found = { ruleId: rule.id, rule: rule.name, clause: clause ?? '', decision, before: 0, after: 0 })
    found[side] += 1
  }

  return {
    add({ stored, before, after, amountUsd, label }) {
      const amount = amountUsd ?? 0
      count(all, amount)
      if (stored === before.decision) asDecided += 1
      const key = `${before.decision} ${after.decision}`
      let cell = matrix.get(key)
      if (cell === undefined) matrix.set(key, cell = { ...none(), before: before.decision, after: after.decision })
      count(cell, amount)
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
      ...all, asDecided, matrix: [...matrix.values()], changed, fraud, good,
      savedUsd: fraud.caught.after.amountUsd - fraud.caught.before.amountUsd, lostUsd: good.stopped.after.amountUsd - good.stopped.before.amountUsd,
      rules: [...rules.values()].toSorted((a, b) => b.after - a.after || b.before - a.before).slice(0, 200), notes,
    }),
  }
}
