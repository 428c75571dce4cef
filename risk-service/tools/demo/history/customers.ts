import { farNetworks, type Market, markets } from './markets.ts'
import type { Random } from './random.ts'

export interface Address {
  street1: string
  city: string
  zipCode: string
  country: string
}
export interface Card {
  id: string
  bin: string
  lastFour: string
  brand: string
  /** Milliseconds since 1970. */
  createdAt: number
}
export interface Customer {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string
  place: Market
  address: Address
  deviceId: string
  ip: string
  cards: Card[]
  createdAt: number
  emailValidated: boolean
  /** Number of orders relative to the average customer. */
  activity: number
  /** Typical order relative to the average one. */
  spend: number
}

const day = 86_400_000
const mailHosts = ['mail.example', 'post.example', 'inbox.example', 'web.example', 'firm.example'] as const
const brands: readonly (readonly [brand: string, weight: number, bins: readonly string[]])[] = [
  ['Visa', 6, ['453201', '400012', '416598', '448700']],
  ['Mastercard', 4, ['510510', '522222', '537800']],
  ['Amex', 1, ['371449', '376411']],
]

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ł/g, 'l')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
}

export function createIpIn(random: Random, network: string): string {
  return `${network}.${random.between(1, 120)}.${random.between(1, 250)}`
}

export function createFarIp(random: Random): string {
  return createIpIn(random, random.pick(farNetworks))
}

export function createCard(random: Random, createdAt: number, bin?: string): Card {
  const [brand, , bins] = random.weighted(brands.map(entry => [entry, entry[1]] as const))
  return {
    id: `card-${random.hex(10)}`,
    bin: bin ?? random.pick(bins),
    lastFour: String(random.between(1000, 9999)),
    brand,
    createdAt,
  }
}

export function createAddress(random: Random, place: Market): Address {
  const [city, zipCode] = random.pick(place.cities)
  return { street1: `${random.pick(place.streets)} ${random.between(1, 140)}`, city, zipCode, country: place.country }
}

/** Returns a customer in the form of a shop. `loadCreationTime` in milliseconds since 1970. */
export function createCustomer(
  random: Random,
  number: number,
  createdAt: number,
  place: Market = random.pick(markets),
): Customer {
  const firstName = random.pick(place.first)
  const lastName = random.pick(place.last)
  const born = random.between(50, 99)
  return {
    id: `u_${random.hex(8)}`,
    firstName,
    lastName,
    place,
    email: `${plain(firstName)[0] ?? 'x'}.${plain(lastName)}${born}${number % 7 === 0 ? number : ''}@${random.pick(mailHosts)}`,
    phone: `${place.dial}${random.between(20, 99)}5550${random.between(100, 999)}`,
    address: createAddress(random, place),
    deviceId: `dv_${random.hex(14)}`,
    ip: createIpIn(random, random.pick(place.networks)),
    cards: [createCard(random, createdAt + random.between(0, 250) * day)],
    createdAt,
    emailValidated: random.chance(0.65),
    activity: Math.exp(random.normal() * 0.9),
    spend: Math.exp(random.normal() * 0.4),
  }
}

/**
 * Relative frequencies of devices with 2 to 9 users, as in sign-ups of shops. Nearly all are households, flats and
 * offices.
 */
const sharedBy = [
  [2, 602],
  [3, 110],
  [4, 125],
  [5, 91],
  [6, 58],
  [7, 34],
  [8, 13],
  [9, 7],
] as const

/**
 * Assigns devices of several users to a share of the customers, who live in one country; two and three live together.
 */
export function shareDevices(random: Random, customers: readonly Customer[], share: number): void {
  const target = Math.round(customers.length * share)
  for (let used = 0; used < target; ) {
    const group = customers.slice(used, Math.min(target, used + random.weighted(sharedBy)))
    used += group.length
    const [first] = group
    if (first === undefined || group.length < 2) return
    for (const member of group) {
      member.deviceId = first.deviceId
      member.ip = first.ip
      if (group.length <= 3) member.address = first.address
    }
  }
}
