import { labelOf, purchaseOf } from './bodies.ts'
import { cardTesting, day, goodOrder, hour, ring, stolenCard, takenOver, type Order } from './orders.ts'
import { makeCustomer } from './people.ts'
import { gameProducts, places, shopProducts } from './places.ts'
import { createRandom, type Random } from './random.ts'
import { demoEnvironmentIds } from './tenants.ts'

export interface DemoPurchase {
  environmentId: string
  /** Milliseconds since 1970. */
  at: number
  body: Record<string, unknown>
  /** What the generator made: known to tests, never sent. */
  truth: Order['truth']
}
export interface DemoLabel {
  environmentId: string
  at: number
  body: Record<string, unknown>
}
export interface DemoOptions {
  /** Purchases in all, over every demo environment. */
  events: number
  /** The demo ends here; milliseconds since 1970. */
  now: number
  days?: number
  seed?: number
  /** Ids begin here; two histories in one store need ids apart. */
  firstId?: number
}

export const defaultSeed = 20261121
/** Ids of one history, at most, over all environments. */
export const idsPerHistory = 10_000_000

/** Orders per hour of the day (UTC), relative: few at night, most in the evening. */
const daily = [3, 2, 1.4, 1, 1, 1.6, 3, 5, 7, 8, 9, 9.5, 9.5, 9, 9, 9.5, 10.5, 12, 13, 13.5, 12.5, 10.5, 8, 5] as const
const weekly = [1.15, 0.95, 0.95, 0.98, 1, 1.08, 1.12] as const

/** Share of the purchases per environment; sandboxes get a trickle of test orders. */
const shops = [
  { id: demoEnvironmentIds.harborEu, share: 0.5, countries: ['DE', 'FR', 'NL', 'ES', 'PL', 'GB'], products: shopProducts, attacks: true },
  { id: demoEnvironmentIds.harborUs, share: 0.24, countries: ['US'], products: shopProducts, attacks: false },
  { id: demoEnvironmentIds.harbor, share: 0.12, countries: ['DE', 'GB', 'US', 'FR'], products: shopProducts, attacks: false },
  { id: demoEnvironmentIds.meridian, share: 0.11, countries: ['US', 'GB', 'DE', 'FR', 'ES'], products: gameProducts, attacks: false },
  { id: demoEnvironmentIds.harborSandbox, share: 0.03, countries: ['DE'], products: shopProducts, attacks: false },
] as const

/** A moment of the last `days`, following the day's and the week's rhythm and slow growth. */
function moment(random: Random, now: number, days: number): number {
  for (;;) {
    const at = now - random.next() * days * day
    const date = new Date(at)
    const weight = (daily[date.getUTCHours()] ?? 1) * (weekly[date.getUTCDay()] ?? 1) * (1 - 0.25 * ((now - at) / (days * day)))
    if (random.next() * 15.6 < weight) return at
  }
}

/** When a customer came: a good third within the history, the others up to two years before, rather later than sooner. */
function joined(random: Random, now: number, days: number): number {
  return random.chance(0.35) ? now - random.next() * days * day : now - days * day - random.next() ** 2 * 700 * day
}

/** The attack: its night is the latest that is over, so that a dashboard of seven days always shows it. */
function attackStart(now: number): number {
  const start = now - (now % day) + 2 * hour
  return start + 3 * hour > now ? start - day : start
}

/**
 * The demo's history: purchases in order of time and the labels that are known by now. Same seed, same demo; times end at
 * `now`. Base rate of fraud between 1 and 2 %, a night of card testing, rings on shared devices, accounts taken over,
 * customers who dispute their own orders weeks later.
 */
export function generateDemo({ events, now, days = 90, seed = defaultSeed, firstId = 7_000_000 }: DemoOptions): { purchases: DemoPurchase[]; labels: DemoLabel[] } {
  const random = createRandom(seed)
  const purchases: DemoPurchase[] = []
  const labels: DemoLabel[] = []
  for (const [index, shop] of shops.entries()) {
    const count = Math.round(events * shop.share)
    if (count === 0) continue
    const eligible = places.filter(({ country }) => (shop.countries as readonly string[]).includes(country))
    const customers = Array.from({ length: Math.max(20, Math.round(count / 6)) }, (_, number) =>
      makeCustomer(random, number, joined(random, now, days), random.pick(eligible)))
    const orders: Order[] = []
    if (shop.attacks) {
      orders.push(...cardTesting(random, attackStart(now), Math.max(8, Math.round(count * 0.014))))
      for (let rings = Math.round(count / 2500); rings > 0; rings--) orders.push(...ring(random, shop, now - (6 + random.next() * (days - 12)) * day, now))
    }
    for (let number = 0; number < Math.round(count * 0.008); number++) orders.push(stolenCard(random, shop, moment(random, now, days), number))
    for (let number = 0; number < Math.round(count * 0.002); number++) orders.push(takenOver(random, customers, shop, moment(random, now, days)))
    while (orders.length < count) orders.push(goodOrder(random, customers, shop, moment(random, now, days)))
    orders.sort((a, b) => a.at - b.at)
    for (const [number, order] of orders.entries()) {
      const id = `P-${String(firstId + index * 2_000_000 + number)}`
      const body = purchaseOf(order, id)
      purchases.push({ environmentId: shop.id, at: order.at, body, truth: order.truth })
      const label = labelOf(random, order, id, now, body)
      if (label) labels.push({ environmentId: shop.id, ...label })
    }
  }
  purchases.sort((a, b) => a.at - b.at)
  labels.sort((a, b) => a.at - b.at)
  return { purchases, labels }
}
