import { purchaseOf } from '../demo/bodies.ts'
import { type Assortment, goodOrder, type Order, stolenCard } from '../demo/orders.ts'
import { type Customer, makeCustomer } from '../demo/people.ts'
import { shopProducts } from '../demo/places.ts'
import { createRandom, type Random } from '../demo/random.ts'

const shop: Assortment = { countries: ['DE', 'FR', 'NL', 'ES', 'PL', 'GB'], products: shopProducts }
const year = 365 * 86_400_000
let number = 0

/**
 * Some good orders look odd: a wrong card code, a present sent abroad, a first order. An ordinary one does not, so that
 * no rule of the demo decides it.
 */
function ordinaryOrder(random: Random, customer: Customer, at: number): Order {
  const order = goodOrder(random, [customer], shop, at)
  return {
    ...order,
    customer,
    card: customer.cards[0] ?? order.card,
    checks: { cvv: 'Y', avs: 'Y', issuer: customer.place.country, authenticated: order.checks.authenticated },
    holder: null,
    deviceId: customer.deviceId,
    ip: customer.ip,
    proxy: false,
    shipping: customer.address,
    express: false,
    guest: false,
    retry: false,
    truth: 'good',
  }
}

/**
 * A purchase as a shop sends it: of a customer of a year, or of a thief with a stolen card. Every one has an id of its
 * own.
 */
export function samplePurchase(kind: 'ordinary' | 'suspicious', now: Date): Record<string, unknown> {
  const at = now.getTime()
  number++
  const random = createRandom((at % 2 ** 31) + number)
  const order =
    kind === 'suspicious'
      ? stolenCard(random, shop, at, number)
      : ordinaryOrder(random, makeCustomer(random, number, at - year), at)
  return purchaseOf(order, `S-${at.toString(36).toUpperCase()}-${number}`)
}
