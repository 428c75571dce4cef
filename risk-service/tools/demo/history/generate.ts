import type { PastSession } from '../../../features/devices/device-store.ts'
import { demoEnvironmentIds } from '../../../kernel/identity/demo-tenants.ts'
import { createAccountHistory, type HistoryContext, type ShapedOrder } from './account-history.ts'
import { createCustomHistory } from './custom-history.ts'
import { type Customer, createCustomer, shareDevices } from './customers.ts'
import { createVisitGenerator } from './device-visits.ts'
import type { DemoData, DemoEvent, DemoLabel } from './history-events.ts'
import { createLaterEvents, createReview } from './later-events.ts'
import { gameProducts, type Market, markets, shopProducts } from './markets.ts'
import {
  createCardTesting,
  createFraudRing,
  createGoodOrder,
  createStolenCardOrder,
  createTakeOverOrder,
  createWaveOrder,
  day,
  hour,
  minute,
  type Order,
} from './orders.ts'
import { purchaseBody } from './purchase-body.ts'
import { createRandom, type Random } from './random.ts'
import { pickJoinTime, pickMoment, sprayTimes, testingStart, waveWindow } from './timing.ts'

export interface DemoOptions {
  /** Total of decided events, over every demo environment. */
  events: number
  /** End of the demo; milliseconds since 1970. */
  now: number
  days?: number
  seed?: number
  /** First id; two histories in one store need disjoint ids. */
  firstId?: number
}
/**
 * `events` in order of time; `later`: their data events and labels that do not depend on decisions, in order of time
 * too.
 */
export interface DemoHistory {
  events: DemoEvent[]
  later: (DemoData | DemoLabel)[]
  sessions: PastSession[]
}

/** Events of a first start. At two thousand decisions per second it takes ten seconds. */
export const defaultDemoEvents = 20_000
/** Length of the history. */
export const defaultDemoDays = 90
export const defaultSeed = 20261121
/** Maximum number of ids of one history, over all environments. */
export const idsPerHistory = 10_000_000

/**
 * Share of the events per environment; sandboxes get a few test orders. `custom`: the part of it for wizard
 * assessments.
 */
const shops = [
  {
    id: demoEnvironmentIds.harborEu,
    share: 0.5,
    countries: ['DE', 'FR', 'NL', 'ES', 'PL', 'GB'],
    products: shopProducts,
    attacks: true,
    custom: 0,
  },
  {
    id: demoEnvironmentIds.harborUs,
    share: 0.24,
    countries: ['US'],
    products: shopProducts,
    attacks: false,
    custom: 0,
  },
  {
    id: demoEnvironmentIds.harbor,
    share: 0.12,
    countries: ['DE', 'GB', 'US', 'FR'],
    products: shopProducts,
    attacks: false,
    custom: 0.4,
  },
  {
    id: demoEnvironmentIds.meridian,
    share: 0.11,
    countries: ['US', 'GB', 'DE', 'FR', 'ES'],
    products: gameProducts,
    attacks: false,
    custom: 0,
  },
  {
    id: demoEnvironmentIds.harborSandbox,
    share: 0.03,
    countries: ['DE'],
    products: shopProducts,
    attacks: false,
    custom: 0,
  },
] as const
type Shop = (typeof shops)[number]
/** Share of purchases in the shop's events; the rest are account creations and sign-ins. */
const purchaseShare = 0.8
/**
 * Share of the customers who share a device with others: including one-time customers the result is 7 to 8 % of all.
 */
const sharing = 0.106

const withShape = (shape: DemoEvent['shape'], orders: readonly Order[]): ShapedOrder[] =>
  orders.map(order => ({ ...order, shape }))

/**
 * Generates the demo's history. The same seed produces the same demo; times end at `now`. Base rate of fraud about 1 %,
 * a wave that increases it in one step for five days, a night of card testing, rings on shared devices, password
 * spraying with the accounts that it opened, and customers who dispute their own orders weeks later.
 */
export function generateDemo({
  events,
  now,
  days = defaultDemoDays,
  seed = defaultSeed,
  firstId = 7_000_000,
}: DemoOptions): DemoHistory {
  const random = createRandom(seed)
  const history: DemoHistory = { events: [], later: [], sessions: [] }
  for (const [index, shop] of shops.entries()) {
    const count = Math.round(events * shop.share)
    if (count > 0) addShop(random, shop, { history, count, now, days, firstId: firstId + index * 2_000_000 })
  }
  history.events.sort((a, b) => a.at - b.at)
  history.later.sort((a, b) => a.at - b.at)
  history.sessions.sort((a, b) => a.at.getTime() - b.at.getTime())
  return history
}

function addShop(
  random: Random,
  shop: Shop,
  {
    history,
    count,
    now,
    days,
    firstId,
  }: { history: DemoHistory; count: number; now: number; days: number; firstId: number },
): void {
  const eligible = markets.filter(({ country }) => (shop.countries as readonly string[]).includes(country))
  const customers = Array.from({ length: Math.max(20, Math.round(count / 7)) }, (_, number) =>
    createCustomer(random, number, pickJoinTime(random, now, days), eligible[number % eligible.length]),
  )
  const living = new Map(eligible.map(place => [place, customers.filter(customer => customer.place === place)]))
  for (const group of living.values()) shareDevices(random, group, sharing)
  const visitOf = createVisitGenerator()
  const making: HistoryContext = {
    environmentId: shop.id,
    events: history.events,
    later: history.later,
    firstId,
    now,
    visit: visit => {
      history.sessions.push(visitOf({ ...visit, environmentId: shop.id }))
    },
  }
  const assessed = Math.round(count * shop.custom)
  createCustomHistory(random, making, { customers, count: assessed, days })
  const orders = ordersOf(random, shop, {
    customers,
    living,
    count: Math.round((count - assessed) * purchaseShare),
    now,
    days,
  })
  createAccountHistory(random, orders, making, {
    customers,
    nights: shop.attacks ? sprayTimes(now, days) : [],
    room: count - assessed - orders.length,
    usual: () => {
      const place = random.pick(eligible)
      return { customer: random.pick(living.get(place) ?? customers), at: pickMoment(random, place, now, days) }
    },
  })
  addPurchases(random, orders, making)
}

function ordersOf(
  random: Random,
  shop: Shop,
  {
    customers,
    living,
    count,
    now,
    days,
  }: {
    customers: readonly Customer[]
    living: ReadonlyMap<Market, readonly Customer[]>
    count: number
    now: number
    days: number
  },
): ShapedOrder[] {
  const orders: ShapedOrder[] = []
  const eligible = [...living.keys()]
  const anyTime = (): number => pickMoment(random, random.pick(eligible), now, days)
  // A shop with too few orders to hide an attack among has none.
  if (shop.attacks && count >= 100) {
    orders.push(
      ...withShape(
        'cardTesting',
        createCardTesting(random, testingStart(now), Math.max(18, Math.round(count * 0.012))),
      ),
    )
    const { from, to } = waveWindow(now, days)
    orders.push(
      ...withShape(
        'wave',
        Array.from({ length: Math.round(count * 0.007) }, (_, number) =>
          createWaveOrder(random, shop, from + random.next() * (to - from), number),
        ),
      ),
    )
    for (let rings = Math.max(1, Math.round(count / 2500)); rings > 0; rings--)
      orders.push(
        ...withShape('ring', createFraudRing(random, shop, now - (6 + random.next() * (days - 12)) * day, now)),
      )
  }
  orders.push(
    ...withShape(
      'stolenCard',
      Array.from({ length: Math.round(count * 0.0055) }, (_, number) =>
        createStolenCardOrder(random, shop, anyTime(), number),
      ),
    ),
  )
  const old = customers.filter(({ createdAt }) => createdAt < now - (days + 90) * day)
  const opened = old.length === 0 ? 0 : Math.round(count * 0.002)
  const nights = sprayTimes(now, days)
  for (let number = 0; number < opened; number++) {
    // Accounts that a spray opens are used within a day.
    const at = shop.attacks
      ? Math.min(now - minute, (nights[number % nights.length] ?? now) + hour + random.next() * 20 * hour)
      : anyTime()
    orders.push({ ...createTakeOverOrder(random, old, shop, at), shape: 'takeover' })
  }
  while (orders.length < count) {
    const place = random.pick(eligible)
    orders.push({
      ...createGoodOrder(random, living.get(place) ?? customers, shop, pickMoment(random, place, now, days)),
      shape: 'usual',
    })
  }
  return orders.sort((a, b) => a.at - b.at)
}

/**
 * Returns how often a shop's page loads the fingerprinting script before an order: apps and guests' short checkouts do
 * not.
 */
const fingerprintShare = ({ guest, truth }: Order): number => (guest ? 0.15 : truth === 'fraud' ? 0.6 : 0.35)

function addPurchases(
  random: Random,
  orders: readonly ShapedOrder[],
  { environmentId, events, later, visit, firstId, now }: HistoryContext,
): void {
  for (const [number, order] of orders.entries()) {
    const { customer, at, deviceId, ip, card, truth, shape } = order
    const id = `P-${firstId + number}`
    if (order.sessionId === null && random.chance(fingerprintShare(order))) {
      order.sessionId = `fp-${random.hex(20)}`
      visit({
        sessionId: order.sessionId,
        at: at - random.between(20, 400) * 1000,
        device: deviceId,
        ip,
        language: customer.place.language,
        country: customer.place.country,
        page: 'P',
      })
    }
    const event: DemoEvent = {
      kind: 'event',
      environmentId,
      eventType: 'purchase',
      id,
      at,
      body: purchaseBody(order, id),
      truth,
      shape,
      review: createReview(random),
      keys: [...new Set([deviceId, ip, customer.id, customer.email, card.id])],
    }
    events.push(event)
    later.push(...createLaterEvents(random, order, event, shape === 'cardTesting', now))
  }
}
