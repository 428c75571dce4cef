import { type Customer, createCustomer } from '../tools/demo/history/customers.ts'
import { shopProducts } from '../tools/demo/history/markets.ts'
import { type Assortment, createGoodOrder, createStolenCardOrder, type Order } from '../tools/demo/history/orders.ts'
import { purchaseBody } from '../tools/demo/history/purchase-body.ts'
import { createRandom, type Random } from '../tools/demo/history/random.ts'

const shop: Assortment = { countries: ['DE', 'FR', 'NL', 'ES', 'PL', 'GB'], products: shopProducts }
const year = 365 * 86_400_000
let number = 0

/**
 * Creates an ordinary order. Some good orders look unusual: a wrong card code, a present sent abroad, a first order. An
 * ordinary one does not, so that no rule of the demo decides it.
 */
function createOrdinaryOrder(random: Random, customer: Customer, at: number): Order {
  const order = createGoodOrder(random, [customer], shop, at)
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
 * Creates a purchase as a shop sends it: of a customer of a year, or of a thief with a stolen card. Each has a unique
 * id.
 */
export function createSamplePurchase(kind: 'ordinary' | 'suspicious', now: Date): Record<string, unknown> {
  const at = now.getTime()
  number++
  const random = createRandom((at % 2 ** 31) + number)
  const order =
    kind === 'suspicious'
      ? createStolenCardOrder(random, shop, at, number)
      : createOrdinaryOrder(random, createCustomer(random, number, at - year), at)
  return purchaseBody(order, `S-${at.toString(36).toUpperCase()}-${number}`)
}
