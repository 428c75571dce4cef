import { truncateText } from '../ingest/sensitive-data.ts'
import type { Json } from '../lib/json.ts'

/** As many of an event are compared: more of them are no purchase. */
const maxPayers = 20
const maxLength = 256

/**
 * Returns a name or an e-mail address as it is compared: cards have neither accents nor a fixed order of names. Two are
 * the same when the results are.
 */
export function normalisePayer(value: string): string {
  const plain = value.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
  const words = plain.includes('@') ? [plain] : (plain.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted()
  return truncateText(words.join(' '), maxLength)
}

/** Returns the names and e-mail addresses of those who pay: the holders of the payment instruments, each once. */
export function payersOf(instruments: readonly Json[]): string[] {
  const found = new Set<string>()
  for (const { holderName, email } of instruments) {
    if (found.size >= maxPayers) break
    for (const value of [holderName, email]) {
      const payer = typeof value === 'string' ? normalisePayer(value) : ''
      if (payer !== '') found.add(payer)
    }
  }
  return [...found]
}
