import type { Decision } from '../../../contract/index.ts'
import type { OutageResult } from '../../../contract/ontology/field-outages.ts'
import type { RecordedEvent } from '../run/past-events.ts'
import type { Outcome } from '../run/tally.ts'

type RuleFigures = OutageResult['rules'][number]
type Rule = NonNullable<Outcome['rule']>

/** An active rule of the environments of an outage. */
export interface ActiveRule {
  environmentId: string
  /** Whether its own text reads the field. */
  readsField: boolean
}

/**
 * Creates the figures of an outage, which are updated event by event. Events without an amount count as 0.
 * @param active active rules by their id
 */
export function createOutageTally(active: ReadonlyMap<string, ActiveRule>) {
  const rules = new Map<string, RuleFigures>()
  const matrix = new Map<string, OutageResult['matrix'][number]>()
  const changed = { events: 0, amountUsd: 0 }
  let [events, withField, amountUsd, asDecided] = [0, 0, 0, 0]

  function figuresOf({ id, name }: Rule): RuleFigures {
    const found = rules.get(id) ?? {
      ruleId: id,
      rule: name,
      environmentId: active.get(id)?.environmentId ?? null,
      before: 0,
      after: 0,
      readsField: active.get(id)?.readsField === true,
      isBlind: false,
      errors: 0,
      defaults: 0,
    }
    rules.set(id, found)
    return found
  }
  function countChange(before: Decision, after: Decision, amount: number): void {
    const key = `${before} ${after}`
    const cell = matrix.get(key) ?? { before, after, events: 0, amountUsd: 0 }
    matrix.set(key, { ...cell, events: cell.events + 1, amountUsd: cell.amountUsd + amount })
  }

  return {
    /** Returns true when the event has another decision without the field. */
    add(event: RecordedEvent, before: Outcome, after: Outcome, isRemoved: boolean): boolean {
      const amount = event.amountUsd ?? 0
      events += 1
      amountUsd += amount
      if (isRemoved) withField += 1
      if (event.decision === before.decision) asDecided += 1
      if (before.rule !== null) figuresOf(before.rule).before += 1
      if (after.rule !== null) figuresOf(after.rule).after += 1
      countChange(before.decision, after.decision, amount)
      if (before.decision === after.decision) return false
      changed.events += 1
      changed.amountUsd += amount
      return true
    },
    /** A rule ran on an event without the field, with so many errors more than with it. */
    addRun(rule: Rule, moreErrors: number): void {
      const isReader = active.get(rule.id)?.readsField === true
      if (!isReader && moreErrors <= 0) return
      const figures = figuresOf(rule)
      if (isReader) figures.defaults += 1
      if (moreErrors > 0) figures.errors += 1
    },
    result: (velocities: OutageResult['velocities'], notes: OutageResult['notes']): OutageResult => ({
      events,
      withField,
      amountUsd,
      asDecided,
      changed,
      matrix: [...matrix.values()],
      rules: [...rules.values()]
        .map(figures => ({ ...figures, isBlind: figures.before > 0 && figures.after === 0 }))
        .toSorted(
          (a, b) =>
            Number(b.isBlind) - Number(a.isBlind) ||
            Math.abs(b.before - b.after) - Math.abs(a.before - a.after) ||
            b.errors - a.errors ||
            b.defaults - a.defaults,
        )
        .slice(0, 200),
      velocities: velocities.filter(({ before, after }) => before !== after),
      notes,
    }),
  }
}
