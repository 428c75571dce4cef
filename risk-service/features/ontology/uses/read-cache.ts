import { type AttributeRead, attributeReadsOf, type PlacedText } from '../../../fql/check/attribute-reads.ts'

/** Characters of texts whose reads are retained: those of some ten thousand rules. */
const maxRetainedLength = 20_000_000

const retained = new Map<string, readonly AttributeRead[]>()
let retainedLength = 0

/**
 * Returns what the texts of a resource read. Reads depend on nothing but the texts, of which a service has the same
 * ones again and again: they are retained, those used last.
 */
export function readsOf(texts: readonly PlacedText[]): readonly AttributeRead[] {
  const key = texts.map(({ place, text }) => `${place ?? ''}\u0001${text}`).join('\u0002')
  const cached = retained.get(key)
  const reads = cached ?? attributeReadsOf(texts)
  if (cached === undefined) retainedLength += key.length
  else retained.delete(key)
  retained.set(key, reads)
  for (const [oldest] of retained) {
    if (retainedLength <= maxRetainedLength) break
    retained.delete(oldest)
    retainedLength -= oldest.length
  }
  return reads
}
