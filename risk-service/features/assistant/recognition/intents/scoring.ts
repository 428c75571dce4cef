import { type Intent, intents } from '../../../../contract/assistant/intents.ts'
import { intentPatterns, type Pattern } from './patterns.ts'

interface Compiled {
  intent: Intent
  weight: number
  /** Each needs one of its concepts. */
  needs: readonly (readonly string[])[]
  excludes: readonly string[]
}

const compile = (intent: Intent, [weight, text]: Pattern): Compiled => {
  const words = text.split(' ')
  return {
    intent,
    weight,
    needs: words.filter(word => !word.startsWith('!')).map(word => word.split('|')),
    excludes: words.filter(word => word.startsWith('!')).map(word => word.slice(1)),
  }
}
const compiled = intents.flatMap(intent => (intentPatterns[intent] ?? []).map(pattern => compile(intent, pattern)))

/** Concepts that the patterns speak of. */
export const patternConcepts: ReadonlySet<string> = new Set(
  compiled.flatMap(({ needs, excludes }) => [...needs.flat(), ...excludes]),
)

/** Patterns of less weight are no evidence. */
const least = 60

/** The intents that a set of concepts fits, the best first. */
export function scoreIntents(concepts: ReadonlySet<string>): { intent: Intent; weight: number }[] {
  const best = new Map<Intent, number>()
  for (const { intent, weight, needs, excludes } of compiled)
    if (
      weight >= least &&
      weight > (best.get(intent) ?? 0) &&
      needs.every(choice => choice.some(concept => concepts.has(concept))) &&
      !excludes.some(concept => concepts.has(concept))
    )
      best.set(intent, weight)
  return [...best].map(([intent, weight]) => ({ intent, weight })).toSorted((a, b) => b.weight - a.weight)
}
