import { purchaseOf } from '../demo/bodies.ts'
import { goodOrder, stolenCard, type Assortment } from '../demo/orders.ts'
import { makeCustomer } from '../demo/people.ts'
import { shopProducts } from '../demo/places.ts'
import { createRandom } from '../demo/random.ts'

const shop: Assortment = { countries: ['DE', 'FR', 'NL', 'ES', 'PL', 'GB'], products: shopProducts }
const year = 365 * 86_400_000
let number = 0

/** A purchase as a shop sends it: of a customer of a year, or of a thief with a stolen card. Every one has an id of its own. */
export function samplePurchase(kind: 'ordinary' | 'suspicious', now: Date): Record<string, unknown> {
  const at = now.getTime()
  number++
  const random = createRandom((at % 2 ** 31) + number)
  const order = kind === 'suspicious' ? stolenCard(random, shop, at, number) : goodOrder(random, [makeCustomer(random, number, at - year)], shop, at)
  return purchaseOf(order, `S-${at.toString(36).toUpperCase()}-${number}`)
}
