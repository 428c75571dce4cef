import { brandOf } from '../../../engine/enrich/enrich-purchase.ts'
import type { Json } from '../../../engine/lib/json.ts'
import type { BoosterParticipant } from '../../../ports/booster.ts'
import { cardOf } from '../message/create-message.ts'

const folded = (text: unknown): string => (typeof text === 'string' ? text.trim().toLowerCase() : '')

/**
 * Returns who gets the message about a purchase: the bank by the longest beginning of its card numbers, else the network
 * of the card; null: neither takes part.
 */
export function participantOf(request: Json, participants: readonly BoosterParticipant[]): BoosterParticipant | null {
  const instrument = cardOf(request)?.instrument
  if (instrument === undefined) return null
  const digits = folded(instrument.bin).replace(/\s/g, '')
  const networks = [folded(instrument.cardType), folded(/^\d{4}/.test(digits) ? brandOf(digits) : null)]
  let [found, length]: [BoosterParticipant | null, number] = [null, -1]
  for (const participant of participants) {
    const bins = participant.bins.filter(bin => digits.startsWith(bin)).map(bin => bin.length)
    const isNetwork = participant.networks.some(network => networks.includes(network.toLowerCase()))
    const own = bins.length > 0 ? Math.max(...bins) : isNetwork ? 0 : -1
    if (own > length) [found, length] = [participant, own]
  }
  return found
}
