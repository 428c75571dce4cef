import { createExactTest } from '../../../engine/contrast/exact-test.ts'
import { falseDiscoveryShares } from '../../../engine/contrast/false-discoveries.ts'

/** Events with a value of a field, of all that were read. */
export interface Fill {
  filled: number
  events: number
}
/** A field in the last hour and in the same hours of the days before. */
export interface FieldFill {
  field: string
  recent: Fill
  usual: Fill
}
export interface FoundDrop extends FieldFill {
  /** Share of false alarms at which the drop would just be reported. */
  q: number
}

export const dropLimits = {
  /** Events that the last hour and the hours before must have. */
  recentEvents: 20,
  usualEvents: 100,
  /** A drop is reported from this part of the usual fill rate down: smaller changes are the course of business. */
  droppedTo: 0.5,
  /** It ends when this part of the usual fill rate is reached again. */
  backAt: 0.75,
  /** Share of false alarms that is accepted among the reported drops. */
  falseAlarms: 0.01,
} as const

const rateOf = ({ filled, events }: Fill): number => (events === 0 ? 0 : filled / events)

/**
 * Returns the fields that are filled less often than usual, whatever the number of fields that are looked at: exact
 * tests of the counts, corrected for all comparisons. Few events are no evidence, and report nothing.
 */
export function findDrops(fields: readonly FieldFill[]): FoundDrop[] {
  const compared = fields.filter(
    ({ recent, usual }) =>
      recent.events >= dropLimits.recentEvents && usual.events >= dropLimits.usualEvents && usual.filled > 0,
  )
  const tests = new Map<string, ReturnType<typeof createExactTest>>()
  const probabilities = compared.map(({ recent, usual }) => {
    const sizes = `${recent.events} ${usual.events}`
    const test = tests.get(sizes) ?? createExactTest(recent.events, usual.events)
    tests.set(sizes, test)
    return test.probability(recent.filled, usual.filled)
  })
  const shares = falseDiscoveryShares(probabilities, probabilities.length)
  return compared.flatMap((field, index): FoundDrop[] => {
    const q = shares[index] ?? 1
    const isDropped = rateOf(field.recent) <= rateOf(field.usual) * dropLimits.droppedTo
    return isDropped && q <= dropLimits.falseAlarms ? [{ ...field, q }] : []
  })
}

/** Whether a field that dropped is filled as usual again. */
export const isBack = (recent: Fill, usual: Fill): boolean =>
  recent.events >= dropLimits.recentEvents && rateOf(recent) >= rateOf(usual) * dropLimits.backAt
