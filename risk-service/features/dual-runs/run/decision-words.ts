import { decisions } from '../../../contract/common/constants.ts'
import type { DualRunWords } from '../../../contract/dual-runs/dual-runs.ts'
import type { Decision } from '../../../contract/index.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'

/** Returns the decision for a word of the former system, without regard to letter case; null for an unknown word. */
export function readDecision(word: string, words: ReadonlyMap<string, Decision>): Decision | null {
  const lower = word.trim().toLowerCase()
  return words.get(lower) ?? decisions.find(each => each.toLowerCase() === lower) ?? null
}

/** @throws ValidationError for a word with two decisions */
export function checkWords(words: DualRunWords): void {
  const twice = words.findIndex(({ word }, index) =>
    words.slice(0, index).some(other => other.word.toLowerCase() === word.toLowerCase()),
  )
  if (twice >= 0) throw new ValidationError(['words', twice, 'word'], 'This word has a decision already.')
}
