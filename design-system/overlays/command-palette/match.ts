import { foldText } from './fold-text.ts'

/** Score of one folded word in a folded text, from 0 (no match) to 1 (the text begins with it). */
function wordScore(text: string, word: string): number {
  const at = text.indexOf(word)
  if (at === 0) return text.length === word.length ? 1 : 0.95
  if (at > 0) return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 0.6 : 0.85
  return 0.45 * fuzzyScore(text.slice(0, maxFuzzyLength), word)
}

/** Limit of fuzzy matching in characters: abbreviations match the beginning of a text only. */
const maxFuzzyLength = 200

/**
 * Density of the letters of a word in a text, in their order: 1 adjacent, 0 no match. A single letter is no evidence.
 */
function fuzzyScore(text: string, word: string): number {
  const letters = [...word]
  const [head] = letters
  if (head === undefined || letters.length < 2 || word.length > text.length) return 0
  let best = 0
  for (let start = text.indexOf(head); start >= 0; start = text.indexOf(head, start + 1)) {
    let end = start
    for (const letter of letters) {
      const found = text.indexOf(letter, end)
      // Without a match from here there is none from a later position.
      if (found < 0) return best
      end = found + letter.length
    }
    best = Math.max(best, word.length / (end - start))
  }
  return best
}

/** Below this score the letters lie too far apart for a match. */
const minScore = 0.12

/** Score of a query for a command: each of its words must occur in the label or in a keyword, labels count more. */
export function matchScore(query: string, label: string, keywords: readonly string[] = [], locale?: string): number {
  const words = foldText(query, locale).split(/\s+/).filter(Boolean)
  if (words.length === 0) return 1
  const foldedLabel = foldText(label, locale)
  const foldedKeywords = keywords.map(keyword => foldText(keyword, locale))
  let sum = 0
  for (const word of words) {
    const best = Math.max(
      wordScore(foldedLabel, word),
      ...foldedKeywords.map(keyword => wordScore(keyword, word) * 0.7),
    )
    if (best < minScore) return 0
    sum += best
  }
  return sum / words.length
}

export interface Searchable {
  label: string
  keywords?: readonly string[]
}

/** The matching items, best first; equal ones in their original order. */
export function rank<T extends Searchable>(items: readonly T[], query: string, locale?: string): T[] {
  if (query.trim() === '') return [...items]
  return items
    .map(item => ({ item, score: matchScore(query, item.label, item.keywords, locale) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}
