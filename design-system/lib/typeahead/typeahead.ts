/** Folds case, accents and vowel marks, so that a search ignores them. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * Position of the name that begins with the typed text, from the active one on and around the end, or -1. The same
 * letter again goes to the next name that begins with it; further letters narrow the match.
 */
export function findTypeaheadMatch(names: readonly string[], active: number, typed: string): number {
  const searchText = foldForSearch(typed)
  if (searchText === '') return -1
  const repeated = [...searchText].every(letter => letter === searchText[0])
  const text = repeated ? (searchText[0] ?? '') : searchText
  const first = Math.max(repeated ? active + 1 : active, 0)
  const indexes = names.map((_, index) => (first + index) % names.length)
  return indexes.find(index => foldForSearch(names[index] ?? '').startsWith(text)) ?? -1
}
