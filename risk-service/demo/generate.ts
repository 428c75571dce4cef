import { farIp, ipIn, makeAddress, makeCard, makeCustomer, type Address, type Card, type Customer } from './people.ts'
import { gameProducts, places, shopProducts, type Product } from './places.ts'
import { createRandom, type Random } from './random.ts'
import { demoEnvironmentIds } from './tenants.ts'

export interface DemoPurchase {
  environmentId: string
  /** Milliseconds since 1970. */
  at: number
  body: Record<string, unknown>
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
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
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
type Shop = (typeof shops)[number]

interface Order {
  customer: Customer
  at: number
  card: Card
  deviceId: string
  ip: string
  shipping: Address
  products: { product: Product; quantity: number }[]
  guest: boolean
  /** What is known later: fraud by a thief, by the customer, or none. */
  truth: 'good' | 'fraud' | 'friendly'
}

/** A moment of the last `days`, following the day's and the week's rhythm and slow growth. */
function moment(random: Random, now: number, days: number): number {
  for (;;) {
    const at = now - random.next() * days * day
    const date = new Date(at)
    const weight = (daily[date.getUTCHours()] ?? 1) * (weekly[date.getUTCDay()] ?? 1) * (1 - 0.25 * ((now - at) / (days * day)))
    if (random.next() * 15.6 < weight) return at
  }
}

function basket(random: Random, products: readonly Product[], spend: number): { product: Product; quantity: number }[] {
  const lines = random.weighted([[1, 6], [2, 3], [3, 1.4], [4, 0.5]] as const)
  const affordable = products.filter(product => product.price < 160 * spend)
  return Array.from({ length: lines }, () => ({ product: random.pick(random.chance(0.85) && affordable.length > 0 ? affordable : products), quantity: random.chance(0.85) ? 1 : 2 }))
}

function goodOrder(random: Random, customers: readonly Customer[], shop: Shop, at: number): Order {
  let customer = random.pick(customers)
  // Active customers order more often.
  for (let tries = 0; tries < 3 && random.next() * 3 > customer.activity; tries++) customer = random.pick(customers)
  if (customer.createdAt > at) customer.createdAt = at - random.between(1, 200) * hour
  return {
    customer, at, card: random.pick(customer.cards), guest: random.chance(0.06), truth: random.chance(0.0025) ? 'friendly' : 'good',
    deviceId: random.chance(0.9) ? customer.deviceId : `${customer.deviceId}b`,
    ip: random.chance(0.75) ? customer.ip : ipIn(random, random.pick(customer.place.networks)),
    shipping: random.chance(0.9) ? customer.address : makeAddress(random, random.chance(0.95) ? customer.place : random.pick(places)),
    products: basket(random, shop.products, customer.spend),
  }
}

/** Stolen card on a fresh account: dear goods, express, another country's network, a pick-up address. */
function stolenCard(random: Random, shop: Shop, at: number, number: number): Order {
  const place = places.find(({ country }) => country === shop.countries[number % shop.countries.length]) ?? random.pick(places)
  const customer = makeCustomer(random, number, at - random.between(2, 300) * minute, place)
  customer.emailValidated = random.chance(0.2)
  const dear = shop.products.filter(product => product.price >= 39)
  return {
    customer, at, card: makeCard(random, at - 5 * minute), deviceId: customer.deviceId, ip: random.chance(0.7) ? farIp(random) : customer.ip,
    shipping: makeAddress(random, random.pick(places)), products: [{ product: random.pick(dear), quantity: random.between(1, 2) }],
    guest: random.chance(0.25), truth: 'fraud',
  }
}

/** A good account in a thief's hands: new device and network, old card, new address. */
function takenOver(random: Random, customers: readonly Customer[], shop: Shop, at: number): Order {
  const customer = random.pick(customers.filter(({ createdAt }) => createdAt < at - 90 * day))
  return {
    customer, at, card: random.pick(customer.cards), deviceId: `dv_${random.hex(14)}`, ip: farIp(random), shipping: makeAddress(random, random.pick(places)),
    products: [{ product: random.pick(shop.products.filter(product => product.price >= 50 || product.digital)), quantity: 2 }], guest: false, truth: 'fraud',
  }
}

/** Several accounts on one device, all shipping to one parcel locker within a week. */
function ring(random: Random, shop: Shop, start: number, now: number): Order[] {
  const place = random.pick(places.filter(({ country }) => (shop.countries as readonly string[]).includes(country)))
  const deviceId = `dv_${random.hex(14)}`
  const locker: Address = { ...makeAddress(random, place), street1: `Parcel locker ${random.between(100, 199)}` }
  const ip = farIp(random)
  const members = Array.from({ length: random.between(4, 6) }, (_, index) => makeCustomer(random, index, start - random.between(1, 48) * hour, place))
  return Array.from({ length: random.between(12, 18) }, () => {
    const customer = random.pick(members)
    const at = Math.min(now - minute, start + random.between(0, 6 * 24) * hour + random.between(0, 59) * minute)
    return {
      customer, at, card: makeCard(random, at - random.between(1, 30) * minute), deviceId, ip, shipping: locker,
      products: [{ product: random.pick(shop.products.filter(product => product.price >= 79)), quantity: 1 }], guest: false, truth: 'fraud',
    }
  })
}

/** Card testing: many small orders within hours of one night, from three issuers' cards and a handful of devices. */
function cardTesting(random: Random, shop: Shop, start: number, count: number): Order[] {
  const bins = ['400012', '416598', '522222']
  const devices = Array.from({ length: 6 }, () => `dv_${random.hex(14)}`)
  const cheap: Product = { id: 'SK-001', name: 'Sticker sheet', category: 'Stationery', price: 1.5, digital: false }
  return Array.from({ length: count }, (_, index) => {
    const at = start + random.next() * 2.5 * hour
    const customer = makeCustomer(random, index, at - random.between(10, 600) * 1000)
    customer.email = `${random.hex(10)}@web.example`
    customer.emailValidated = false
    return {
      customer, at, card: makeCard(random, at - 30_000, random.pick(bins)), deviceId: random.pick(devices), ip: farIp(random),
      shipping: customer.address, products: [{ product: cheap, quantity: random.between(1, 3) }], guest: true, truth: 'fraud',
    }
  })
}

const money = (value: number) => Math.round(value * 100) / 100

function purchaseOf(order: Order, id: string): Record<string, unknown> {
  const { customer, card, products, shipping } = order
  const { currency, language } = customer.place
  const total = money(products.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0))
  const time = new Date(order.at).toISOString()
  const contact = { firstName: customer.firstName, lastName: customer.lastName, phoneNumber: customer.phone }
  const digital = products.every(({ product }) => product.digital)
  return {
    purchaseId: id, assessmentType: 'Protect', customerLocalDate: time, merchantLocalDate: time, totalAmount: total, salesTax: money(total * 0.19), currency,
    shippingMethod: digital ? 'DigitalToken' : order.truth === 'fraud' ? 'Express' : 'Standard', isGuestCheckout: order.guest,
    user: {
      userId: customer.id, creationDate: new Date(customer.createdAt).toISOString(), ...contact, email: customer.email, country: customer.place.country,
      zipCode: customer.address.zipCode, language, profileType: 'Consumer', isEmailValidated: customer.emailValidated,
    },
    deviceContext: { deviceContextId: order.deviceId, externalDeviceId: order.deviceId, ipAddress: order.ip, provider: 'DFPFingerPrinting' },
    ...(digital ? {} : { shippingAddress: { ...contact, ...shipping } }),
    paymentInstrumentList: [{
      merchantPaymentInstrumentId: card.id, type: 'CreditCard', purchaseAmount: total, creationDate: new Date(card.createdAt).toISOString(), cardType: card.brand,
      holderName: `${customer.firstName} ${customer.lastName}`.toUpperCase(), bin: card.bin, lastFourDigits: card.lastFour, expirationDate: '08/29', state: 'Active',
      billingAddress: { ...contact, ...customer.address },
    }],
    productList: products.map(({ product, quantity }) => ({
      productId: product.id, productName: product.name, type: product.digital ? 'Digital' : 'Physical', category: product.category, sku: product.id,
      salesPrice: product.price, purchasePrice: product.price, currency, quantity, isRecurring: false, isFree: false,
    })),
    _metadata: { trackingId: id, merchantTimeStamp: time },
  }
}

/** Bank and customer report thefts after days or weeks; regret comes later still; some good orders are confirmed. */
function labelOf(random: Random, order: Order, id: string, now: number, body: Record<string, unknown>): Omit<DemoLabel, 'environmentId'> | null {
  const delay = order.truth === 'friendly' ? random.between(20, 50) * day : order.truth === 'fraud' ? Math.exp(2.2 + random.normal() * 0.8) * day : random.between(5, 25) * day
  const reported = order.truth !== 'good' ? random.chance(0.9) : random.chance(0.04)
  const at = order.at + delay
  if (!reported || at > now) return null
  const fraud = order.truth !== 'good'
  return {
    at,
    body: {
      labelObjectType: 'Purchase', labelObjectId: id, labelSource: fraud ? random.pick(['TC40_SAFE', 'Chargeback', 'CustomerEscalation']) : 'ManualReview', isFraud: fraud,
      labelState: fraud ? 'Fraud' : 'NonFraud', labelReasonCodes: order.truth === 'friendly' ? 'FriendlyFraud' : fraud ? 'PIFraud' : 'ManualReview',
      eventTimeStamp: new Date(at).toISOString(), amount: body['totalAmount'], currency: body['currency'],
      _metadata: { trackingId: `${id}-label`, merchantTimeStamp: new Date(at).toISOString() },
    },
  }
}

/**
 * The demo's history: purchases in order of time and the labels that are known by now. Same seed, same demo; times end at
 * `now`. Base rate of fraud near 1 %, a night of card testing, rings on shared devices, accounts taken over, customers who
 * dispute their own orders weeks later.
 */
export function generateDemo({ events, now, days = 90, seed = 20261121 }: DemoOptions): { purchases: DemoPurchase[]; labels: DemoLabel[] } {
  const random = createRandom(seed)
  const purchases: DemoPurchase[] = []
  const labels: DemoLabel[] = []
  for (const [index, shop] of shops.entries()) {
    const count = Math.round(events * shop.share)
    if (count === 0) continue
    const eligible = places.filter(({ country }) => (shop.countries as readonly string[]).includes(country))
    const customers = Array.from({ length: Math.max(20, Math.round(count / 6)) }, (_, number) =>
      makeCustomer(random, number, now - days * day - random.next() * 900 * day + (random.chance(0.2) ? random.next() * days * day : 0), random.pick(eligible)))
    const orders: Order[] = []
    if (shop.attacks) {
      const midnight = now - (now % day)
      orders.push(...cardTesting(random, shop, midnight - day + 26 * hour > now - 3 * hour ? midnight - day + 2 * hour : midnight + 2 * hour, Math.max(8, Math.round(count * 0.012))))
      orders.push(...ring(random, shop, now - 6 * day, now), ...ring(random, shop, now - 38 * day, now))
    }
    for (let number = 0; number < Math.round(count * 0.006); number++) orders.push(stolenCard(random, shop, moment(random, now, days), number))
    for (let number = 0; number < Math.round(count * 0.002); number++) orders.push(takenOver(random, customers, shop, moment(random, now, days)))
    while (orders.length < count) orders.push(goodOrder(random, customers, shop, moment(random, now, days)))
    orders.sort((a, b) => a.at - b.at)
    for (const [number, order] of orders.entries()) {
      const id = `P-${String(7_000_000 + index * 1_000_000 + number)}`
      const body = purchaseOf(order, id)
      purchases.push({ environmentId: shop.id, at: order.at, body })
      const label = labelOf(random, order, id, now, body)
      if (label) labels.push({ environmentId: shop.id, ...label })
    }
  }
  purchases.sort((a, b) => a.at - b.at)
  labels.sort((a, b) => a.at - b.at)
  return { purchases, labels }
}
