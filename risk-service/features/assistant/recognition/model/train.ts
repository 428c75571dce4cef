import { type Intent, intents } from '../../../../contract/assistant/intents.ts'

/** A question as the model sees it, with what it wants. */
export interface Example {
  signals: readonly string[]
  intent: Intent
}

/** For each signal its weights, in the order of `intents`. */
export type Weights = Readonly<Record<string, readonly number[]>>

const softmax = (scores: readonly number[]): number[] => {
  const top = Math.max(...scores)
  const powers = scores.map(score => Math.exp(score - top))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map(power => power / sum)
}

/**
 * Trains a multinomial logistic regression by gradient descent with AdaGrad steps; deterministic.
 * @param decay strength of the quadratic penalty per example
 */
export function train(examples: readonly Example[], { rounds = 60, rate = 0.3, decay = 0.0004 } = {}): Weights {
  const weights = new Map<string, { values: number[]; squares: number[] }>()
  for (const { signals } of examples)
    for (const signal of signals)
      if (!weights.has(signal)) weights.set(signal, { values: intents.map(() => 0), squares: intents.map(() => 1e-6) })
  for (let round = 0; round < rounds; round++)
    for (const { signals, intent } of examples) {
      const rows = signals.map(signal => weights.get(signal)!)
      const scores = intents.map((_, at) => rows.reduce((sum, { values }) => sum + values[at]!, 0))
      const shares = softmax(scores)
      for (const { values, squares } of rows)
        for (let at = 0; at < intents.length; at++) {
          const slope = shares[at]! - (intents[at] === intent ? 1 : 0) + decay * values[at]!
          squares[at]! += slope * slope
          values[at]! -= (rate * slope) / Math.sqrt(squares[at]!)
        }
    }
  return Object.fromEntries(
    [...weights]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([signal, { values }]) => [signal, values.map(value => Math.round(value * 10) / 10)]),
  )
}

/** Probabilities of the intents, in their order. */
export function probabilities(signals: readonly string[], weights: Weights): number[] {
  const rows = signals.flatMap(signal => {
    const row = weights[signal]
    return row === undefined ? [] : [row]
  })
  return softmax(intents.map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0)))
}
