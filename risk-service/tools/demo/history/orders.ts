import {
  type Address,
  type Card,
  type Customer,
  createAddress,
  createCard,
  createCustomer,
  createFarIp,
  createIpIn,
} from './customers.ts'
import { disposableMailHosts, forwarders, listedDevices, listedMails } from './listed-entities.ts'
import { type Market, markets, type Product } from './markets.ts'
import type { Random } from './random.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** The goods of a shop and the countries of its customers. */
export interface Assortment {
  countries: readonly string[]
  products: readonly Product[]
}

/** Answers of issuer and network about the card. */
interface CardChecks {
  cvv: 'Y' | 'N' | 'U'
  avs: 'Y' | 'N' | 'U'
  /** Country of the issuer. */
  issuer: string
  /** The holder authenticated with the issuer. */
  authenticated: boolean
}

export interface Order {
  customer: Customer
  /** Milliseconds since 1970. */
  at: number
  card: Card
  checks: CardChecks
  /** Name on the card when it differs from that of the customer. */
  holder: string | null
  deviceId: string
  /** Fingerprinted session of the visit; null where the shop's page does not load the script. */
  sessionId: string | null
  ip: string
  proxy: boolean
  shipping: Address
  express: boolean
  products: { product: Product; quantity: number }[]
  guest: boolean
  retry: boolean
  /** Ground truth, which becomes known later: fraud by a thief, by the customer, or none. */
  truth: 'good' | 'fraud' | 'friendly'
}

function basket(random: Random, products: readonly Product[], spend: number): Order['products'] {
  const lines = random.weighted([
    [1, 6],
    [2, 3],
    [3, 1.4],
    [4, 0.5],
  ] as const)
  const affordable = products.filter(product => product.price < 160 * spend)
  return Array.from({ length: lines }, () => ({
    product: random.pick(random.chance(0.85) && affordable.length > 0 ? affordable : products),
    quantity: random.chance(0.85) ? 1 : 2,
  }))
}

function goodChecks(random: Random, place: Market): CardChecks {
  return {
    cvv: random.chance(0.03) ? 'N' : random.chance(0.04) ? 'U' : 'Y',
    avs: random.chance(0.1) ? 'N' : random.chance(0.1) ? 'U' : 'Y',
    issuer: random.chance(0.98) ? place.country : random.pick(markets).country,
    authenticated: random.chance(0.3),
  }
}

/** Returns the checks of a stolen card: a thief has number and expiry, often not the rest; any country is possible. */
function stolenChecks(random: Random, place: Market): CardChecks {
  return {
    cvv: random.chance(0.4) ? 'N' : 'Y',
    avs: random.chance(0.65) ? 'N' : 'U',
    issuer: random.chance(0.4) ? place.country : random.pick(markets).country,
    authenticated: false,
  }
}

const createStrangerDevice = (random: Random): string => {
  const place = random.pick(markets)
  return `${random.pick(place.first)} ${random.pick(place.last)}`
}

/** Creates a typical order; some look unusual without being fraud: first orders, journeys, presents sent abroad. */
export function createGoodOrder(random: Random, customers: readonly Customer[], shop: Assortment, at: number): Order {
  let customer = random.pick(customers)
  // Active customers order more often.
  for (let tries = 0; tries < 3 && random.next() * 3 > customer.activity; tries++) customer = random.pick(customers)
  if (random.chance(0.08)) {
    // Many sign up because they want to buy.
    customer = createCustomer(random, random.below(10_000), at - random.between(2, 50) * minute, customer.place)
    const [card] = customer.cards
    if (card) card.createdAt = at - minute
  } else if (customer.createdAt > at) customer.createdAt = at - random.between(1, 200) * hour
  const abroad = random.chance(0.03)
  const travelling = random.chance(0.025)
  const card = random.pick(customer.cards)
  return {
    customer,
    at,
    card: card.createdAt > at ? { ...card, createdAt: at - random.between(1, 60) * minute } : card,
    checks: goodChecks(random, customer.place),
    holder: random.chance(0.03) ? createStrangerDevice(random) : null,
    guest: random.chance(0.06),
    retry: random.chance(0.02),
    truth: random.chance(0.0025) ? 'friendly' : 'good',
    sessionId: null,
    deviceId: random.chance(0.9) ? customer.deviceId : `${customer.deviceId}b`,
    ip: travelling
      ? createIpIn(random, random.pick(random.pick(markets).networks))
      : random.chance(0.75)
        ? customer.ip
        : createIpIn(random, random.pick(customer.place.networks)),
    proxy: random.chance(0.02),
    express: random.chance(abroad ? 0.4 : 0.1),
    shipping: random.chance(0.002)
      ? random.pick(forwarders)
      : abroad
        ? createAddress(random, random.pick(markets))
        : random.chance(0.9)
          ? customer.address
          : createAddress(random, customer.place),
    products: basket(random, shop.products, customer.spend),
  }
}

/**
 * Disguises an order: some thieves are known from earlier, some use mailboxes that last ten minutes, and the goods are
 * sent to a forwarder.
 */
function disguise(random: Random, order: Order): Order {
  const { customer } = order
  if (random.chance(0.06)) customer.email = random.pick(listedMails)
  else if (random.chance(0.2)) customer.email = `${random.hex(8)}@${random.pick(disposableMailHosts)}`
  const shipping = random.chance(0.3) ? random.pick(forwarders) : order.shipping
  return { ...order, shipping, deviceId: random.chance(0.06) ? random.pick(listedDevices) : order.deviceId }
}

/**
 * Creates an order of the attack wave: the account is created by a program seconds before, all from two networks, for
 * the most expensive goods.
 */
export function createWaveOrder(random: Random, shop: Assortment, at: number, number: number): Order {
  const order = createStolenCardOrder(random, shop, at, number)
  order.customer.createdAt = at - random.between(4, 50) * 1000
  return {
    ...order,
    ip: createIpIn(random, random.chance(0.7) ? '5.12' : '78.56'),
    proxy: random.chance(0.6),
    guest: false,
    products: [
      {
        product: random.pick(shop.products.filter(product => product.price >= 139 || product.category === 'GiftCard')),
        quantity: 1,
      },
    ],
  }
}

/**
 * Creates an order with a stolen card on a new account: expensive goods, express, a foreign network, a pick-up address.
 */
export function createStolenCardOrder(random: Random, shop: Assortment, at: number, number: number): Order {
  const place =
    markets.find(({ country }) => country === shop.countries[number % shop.countries.length]) ?? random.pick(markets)
  const customer = createCustomer(random, number, at - random.between(2, 300) * minute, place)
  customer.emailValidated = random.chance(0.2)
  const dear = shop.products.filter(product => product.price >= 39)
  return disguise(random, {
    customer,
    at,
    card: createCard(random, at - 5 * minute),
    checks: stolenChecks(random, place),
    holder: random.chance(0.6) ? createStrangerDevice(random) : null,
    deviceId: customer.deviceId,
    sessionId: null,
    ip: random.chance(0.7) ? createFarIp(random) : customer.ip,
    proxy: random.chance(0.4),
    shipping: createAddress(random, random.pick(markets)),
    express: random.chance(0.8),
    products: [{ product: random.pick(dear), quantity: random.between(1, 2) }],
    guest: random.chance(0.25),
    retry: random.chance(0.35),
    truth: 'fraud',
  })
}

/**
 * Creates an order of a good account that a thief uses: new device and network, old card, new address. Hardest to
 * detect.
 */
export function createTakeOverOrder(
  random: Random,
  customers: readonly Customer[],
  shop: Assortment,
  at: number,
): Order {
  const customer = random.pick(customers.filter(({ createdAt }) => createdAt < at - 90 * day))
  return {
    customer,
    at,
    card: random.pick(customer.cards),
    checks: { ...goodChecks(random, customer.place), authenticated: false },
    holder: null,
    deviceId: `dv_${random.hex(14)}`,
    sessionId: null,
    ip: createFarIp(random),
    proxy: random.chance(0.5),
    shipping: createAddress(random, random.pick(markets)),
    express: true,
    products: [
      { product: random.pick(shop.products.filter(product => product.price >= 50 || product.digital)), quantity: 2 },
    ],
    guest: false,
    retry: false,
    truth: 'fraud',
  }
}

/** Creates the orders of several accounts on one device, all shipped to one parcel locker within a week. */
export function createFraudRing(random: Random, shop: Assortment, start: number, now: number): Order[] {
  const place = random.pick(markets.filter(({ country }) => shop.countries.includes(country)))
  const deviceId = `dv_${random.hex(14)}`
  const locker: Address = { ...createAddress(random, place), street1: `Parcel locker ${random.between(100, 199)}` }
  const ip = createFarIp(random)
  const members = Array.from({ length: random.between(4, 6) }, (_, index) =>
    createCustomer(random, index, start - random.between(1, 48) * hour, place),
  )
  return Array.from({ length: random.between(12, 18) }, (): Order => {
    const customer = random.pick(members)
    const at = Math.min(now - minute, start + random.between(0, 6 * 24) * hour + random.between(0, 59) * minute)
    return {
      customer,
      at,
      card: createCard(random, at - random.between(1, 30) * minute),
      checks: stolenChecks(random, place),
      holder: random.chance(0.3) ? createStrangerDevice(random) : null,
      deviceId,
      sessionId: null,
      ip,
      proxy: true,
      shipping: locker,
      express: true,
      products: [
        { product: random.pick(shop.products.filter(product => product.price >= 79 && !product.digital)), quantity: 1 },
      ],
      guest: false,
      retry: random.chance(0.2),
      truth: 'fraud',
    }
  })
}

/**
 * Creates card testing: many small orders within hours of one night, from three issuers' cards, a handful of devices
 * and few addresses.
 */
export function createCardTesting(random: Random, start: number, count: number): Order[] {
  const bins = ['400012', '416598', '522222']
  const devices = Array.from({ length: 6 }, () => `dv_${random.hex(14)}`)
  const networks = Array.from({ length: 9 }, () => createFarIp(random))
  const euroPlaces = markets.filter(({ currency }) => currency === 'EUR')
  const cheap: Product = { id: 'SK-001', name: 'Sticker sheet', category: 'Other', price: 1.5, digital: false }
  return Array.from({ length: count }, (_, index): Order => {
    const at = start + random.next() * 2.5 * hour
    const customer = createCustomer(random, index, at - random.between(10, 600) * 1000, random.pick(euroPlaces))
    customer.email = `${random.hex(10)}@web.example`
    customer.emailValidated = false
    return {
      customer,
      at,
      card: createCard(random, at - 30_000, random.pick(bins)),
      checks: { ...stolenChecks(random, customer.place), cvv: random.chance(0.85) ? 'N' : 'Y' },
      holder: null,
      deviceId: random.pick(devices),
      sessionId: null,
      ip: random.pick(networks),
      proxy: random.chance(0.6),
      shipping: customer.address,
      express: false,
      products: [{ product: cheap, quantity: random.between(1, 3) }],
      guest: true,
      retry: random.chance(0.3),
      truth: 'fraud',
    }
  })
}
