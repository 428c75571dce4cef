import { candidateValues } from '../../../engine/counterfactual/candidate-values.ts'
import type { Json } from '../../../engine/lib/json.ts'
import { valueAt, withValue } from '../../../engine/replay/replay.ts'
import type { DecidingClause, Operand, Slot } from '../../../fql/index.ts'
import type { Variation } from '../replay/event-replay.ts'
import { type Difference, type Experiment, explains } from './difference.ts'

/** Most values that are tried for an event. */
const maxTries = 60
/** A number above all limits of rules. */
const endless = 1_000_000

/**
 * Fills a field that the event lacks and that one of the deciding clauses reads: the clause of the former system, so that
 * it decides, or the one that decided here, so that it does not.
 */
export const fieldExperiment: Experiment = (difference, background) => {
  const { replay } = difference
  let tries = 0
  for (const { clause, operand, slot } of absentSlots(difference, background)) {
    const withField = (value: unknown): Variation => ({ ...background, ...fillField(difference, slot, value) })
    const gaps = (value: unknown): (number | null)[] =>
      replay.inClause(clause, withField(value), scope => operand.distances(scope))
    const lever = { kind: 'attribute', steps: slot.steps, slot, value: undefined } as const
    const values = [...candidateValues(lever, operand, gaps).map(({ value }) => value), endless, -endless]
    for (const value of values) {
      if (tries === maxTries) return null
      tries += 1
      if (!explains(replay, withField(value))) continue
      return {
        cause: 'field',
        detail: 'absentField',
        subject: slot.path,
        actual: null,
        required: typeof value === 'boolean' || value === undefined ? null : shownValue(value, operand),
      }
    }
  }
  return null
}

/** A value is shown only where it stands in the rule: others are arbitrary. */
const shownValue = (value: unknown, { constants }: Operand): string | number | null =>
  (typeof value === 'string' || typeof value === 'number') && constants.includes(value) ? value : null

function absentSlots(
  { replay, formerClause, ownClause }: Difference,
  background: Variation,
): { clause: DecidingClause; operand: Operand; slot: Slot }[] {
  return [formerClause, ownClause].flatMap(clause =>
    clause === null
      ? []
      : replay.inClause(clause, background, scope =>
          clause.operands.flatMap(operand =>
            operand.slots
              .filter(slot => slot.quoted && slot.steps.length > 0 && isFillable(slot))
              .filter(slot => isAbsent(valueAt(scope.event, slot)))
              .map(slot => ({ clause, operand, slot })),
          ),
        ),
  )
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''
/** What the product derives from other fields is not filled by itself. */
const isFillable = ({ steps: [first] }: Slot): boolean =>
  !/^(calculatedfeatures|riskscore|botscore)$/i.test(String(first))

function fillField({ replay: { event } }: Difference, { steps }: Slot, value: unknown): Variation {
  const [first, ...rest] = steps
  return String(first).toLowerCase() === 'deviceattributes'
    ? { deviceAttributes: withValue(event.deviceAttributes, rest, value) as Json }
    : { request: withValue(event.request, steps, value) as Json }
}
