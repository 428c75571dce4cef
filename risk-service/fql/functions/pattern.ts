import { type FunctionEntry, requiredParam } from './function-entry.ts'
import { pairScores } from './letter-pairs.ts'

/** Returns the longest run of consonants; vowels and characters other than letters end it. */
function maxConsonants(text: string): number {
  let longest = 0
  let run = 0
  for (const char of text) {
    run = /[b-df-hj-np-tv-z]/i.test(char) && char.length === 1 && char < '\u0080' ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
/**
 * Mean log-probabilities at the ends of the scale: random texts (5th percentile) and English names and words (median).
 */
const { low, high, table } = pairScores

/** Returns 0 for most likely gibberish to 1 for least, by the pairs of letters and digits. */
function gibberScore(text: string): number {
  let sum = 0
  let count = 0
  let previous = -1
  for (const char of text.toLowerCase()) {
    const index = alphabet.indexOf(char)
    if (index === -1) continue
    if (previous !== -1) {
      sum += -(table.charCodeAt(previous * alphabet.length + index) - 35) / 8
      count++
    }
    previous = index
  }
  return count === 0 ? 1 : Math.min(1, Math.max(0, (sum / count - low) / (high - low)))
}

const patternMember = (
  name: string,
  result: 'Int' | 'Double',
  description: string,
  run: (text: string) => number,
): FunctionEntry => ({ name, receiver: 'Pattern', property: true, params: [], result, description, run })

export const patternFunctions: readonly FunctionEntry[] = [
  {
    name: 'GetPattern',
    params: [requiredParam('text', 'String')],
    result: 'Pattern',
    description: 'Letter pattern of a text: maxConsonants and gibberScore.',
    run: (text: string) => text,
  },
  patternMember('maxConsonants', 'Int', 'Longest run of consonants.', maxConsonants),
  patternMember('gibberScore', 'Double', '0 = most likely gibberish, 1 = least; meant for English.', gibberScore),
]
/** JSON form of a pattern, for Output. */
export const patternJson: FunctionEntry = {
  name: 'GetPattern',
  params: [],
  result: 'JSON',
  description: '',
  run: (text: string) => ({ maxConsonants: maxConsonants(text), gibberScore: gibberScore(text) }),
}
