import type { Masking } from '../../kernel/personal-data/masking.ts'

/** Shorter values are parts of other texts. */
const minLength = 4

/**
 * Returns a function that hides values of an event in other texts: keys of velocities and lists have no field by which
 * the mask could recognise them. Also values that the mask hides as a whole, such as a bank identification number.
 */
export function createHider(event: unknown, masking: Masking, subject: string): (text: string) => string {
  if (masking.kinds.size === 0) return text => text
  const hidden = new Map<string, string>()
  collect(event, masking.apply(event, [subject]), hidden)
  // Longer values first, which may contain others.
  const values = [...hidden].sort(([a], [b]) => b.length - a.length)
  return text => values.reduce((shown, [value, masked]) => replaceFolded(shown, value, masked), text)
}

/** Collects the values that differ once they are masked. */
function collect(value: unknown, shown: unknown, hidden: Map<string, string>): void {
  if (typeof value === 'object' && value !== null) {
    if (typeof shown !== 'object' || shown === null) return
    for (const [name, each] of Object.entries(value)) collect(each, (shown as Record<string, unknown>)[name], hidden)
  } else if ((typeof value === 'string' || typeof value === 'number') && value !== shown) {
    const text = String(value).trim().toLowerCase()
    if (text.length >= minLength) hidden.set(text, String(shown))
  }
}

/** Replaces a text without regard to letter case. */
function replaceFolded(text: string, folded: string, by: string): string {
  const at = text.toLowerCase().indexOf(folded)
  return at < 0 ? text : text.slice(0, at) + by + replaceFolded(text.slice(at + folded.length), folded, by)
}

/** Returns data with every text rewritten, keys of objects included. */
export function rewriteTexts<Data>(data: Data, rewrite: (text: string) => string): Data {
  if (typeof data === 'string') return rewrite(data) as Data
  if (Array.isArray(data)) return data.map((each: unknown) => rewriteTexts(each, rewrite)) as Data
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, each]) => [rewrite(name), rewriteTexts<unknown>(each, rewrite)]),
  ) as Data
}
