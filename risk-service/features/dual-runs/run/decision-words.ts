import { decisions } from '../../../contract/common/constants.ts'
import type { Decision } from '../../../contract/index.ts'

/** Returns the decision for a word of the former system, without regard to letter case; null for an unknown word. */
export function readDecision(word: string, words: ReadonlyMap<string, Decision>): Decision | null {
  const lower = word.trim().toLowerCase()
  return words.get(lower) ?? decisions.find(each => each.toLowerCase() === lower) ?? null
}
