import creditCardType from 'credit-card-type'
import type { BinFacts, BinReader } from '../../fql/index.ts'
import { memoise } from '../lib/memoise.ts'

/**
 * Facts of the leading digits of a card. No data set that may be shipped contains issuers: an external provider may.
 */
export interface BinProvider {
  find: (digits: string) => BinFacts | undefined
}

/** Names of networks in the spelling of merchants' events. */
const names: Readonly<Record<string, string>> = { 'american-express': 'Amex', 'diners-club': 'DiscoverDiners' }

const network = memoise((digits: string): BinFacts | null => {
  const found = creditCardType(digits)
  const first = found[0]
  // Several networks are possible while the digits are few.
  return first === undefined || found.length > 1
    ? null
    : Object.freeze({ cardNetwork: names[first.type] ?? first.niceType })
})

/** Networks by the published ranges of prefixes; type, issuer, country and category stay unknown. */
export const networkProvider: BinProvider = {
  find: digits => (/^\d{6,8}$/.test(digits) ? (network(digits) ?? undefined) : undefined),
}

/** Adapts a provider to the functions of rules. */
export const binReader = (provider: BinProvider): BinReader => ({ lookup: prefix => provider.find(prefix) })
