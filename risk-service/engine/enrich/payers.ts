import type { Json } from '../lib/json.ts'

/** As many of an event are compared: more of them are no purchase. */
const maxPayers = 20
const maxLength = 256

/** Returns one spelling of a name or an e-mail address, whatever its case, accents' encoding and spaces. */
export const normalisePayer = (value: string): string =>
  value.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ').slice(0, maxLength)

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
