import { type Json, listOf, objectOf } from './json.ts'

/**
 * Returns a name as it is compared with another one: cards have neither accents nor a fixed order of names. Two names
 * are the same when the results are.
 */
export function holderKey(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted().join(' ')
}

/** Returns the holders of the payment instruments that a request names, each once, as `holderKey` writes them. */
export function paymentHoldersOf(request: Json): string[] {
  const instruments = [
    ...listOf(request.paymentInstrumentList),
    ...listOf(request.paymentInstruments),
    objectOf(objectOf(request.user).paymentInstrument),
    objectOf(request.card),
  ]
  const keys = instruments.map(({ holderName }) => (typeof holderName === 'string' ? holderKey(holderName) : ''))
  return [...new Set(keys)].filter(key => key !== '')
}
