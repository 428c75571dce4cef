import {
  type ImportAttribute,
  type ImportColumn,
  type ImportMap,
  type ImportMatch,
  unfitSamples,
} from './import-model.ts'

/** Less similar names are no suggestion: to correct a wrong one takes longer than to choose. */
const minConfidence = 0.5
/** Names that agree although the values do not. */
const unfitFactor = 0.6

/** Words of a name, without case, accents and separators: `Zeitpunkt_derBuchung` is three words. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

/** Share of what two lists have in common (Dice's coefficient), counting repetitions. */
function dice(a: readonly string[], b: readonly string[]): number {
  const left = [...b]
  const common = a.filter(item => {
    const index = left.indexOf(item)
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  })
  return a.length + b.length === 0 ? 0 : (2 * common.length) / (a.length + b.length)
}

const pairsOf = (text: string): string[] =>
  Array.from(text).flatMap((_, i, all) => (i > 0 ? [all[i - 1] + all[i]!] : []))

/** Similarity of two names from 0 to 1: by their words or by their letters, whichever is greater. */
export function nameSimilarity(a: string, b: string): number {
  const [first, second] = [wordsOf(a), wordsOf(b)]
  const [whole, other] = [first.join(''), second.join('')]
  if (whole === other) return whole === '' ? 0 : 1
  return Math.max(dice(first, second), dice(pairsOf(whole), pairsOf(other)))
}

/** Finds a column for each attribute: the same name first, then the most similar one. No column is used twice. */
export function suggestMapping(attributes: readonly ImportAttribute[], columns: readonly ImportColumn[]): ImportMap {
  const candidates = attributes.flatMap(attribute =>
    columns.map(column => {
      const names = [attribute.id, attribute.label, ...(attribute.aliases ?? [])]
      const similarity = Math.max(...names.map(name => nameSimilarity(name, column.label)))
      const factor = similarity < 1 && unfitSamples(attribute, column).length > 0 ? unfitFactor : 1
      return { attribute, column, confidence: similarity * factor }
    }),
  )
  const map: Record<string, ImportMatch> = {}
  const used = new Set<string>()
  // Sorting is stable: among equals the order of the schema and of the file decides.
  for (const { attribute, column, confidence } of candidates.toSorted((a, b) => b.confidence - a.confidence)) {
    if (confidence < minConfidence || map[attribute.id] !== undefined || used.has(column.id)) continue
    used.add(column.id)
    map[attribute.id] =
      confidence === 1 ? { column: column.id, origin: 'name' } : { column: column.id, origin: 'suggested', confidence }
  }
  return map
}
