import { defined } from '../../../contract/defined.ts'
import { textLiteral } from '../result/condition.ts'
import type { Phrase } from '../result/phrases.ts'

/**
 * Families of attributes of Radar that velocities count. Radar counts over rolling windows and never the payment
 * itself; velocities neither count it, and their windows begin at the start of a unit of time.
 */

/** A velocity with the window in which an attribute of Radar reads it. */
export interface RadarVelocity {
  name: string
  text: string
  /** The expression of the key in a purchase. */
  key: string
  /** Attributes of a purchase without which there is no key. */
  required: readonly string[]
  window: string
  windowPhrase: Phrase<'window'>
  /** What is to be said of the events that it counts. */
  note?: 'bankEvents' | 'allChargebacks'
}
export type RadarFamily =
  | { kind: 'velocity'; velocity: RadarVelocity }
  /** `sum` divided by `count`. */
  | { kind: 'average'; sum: RadarVelocity; count: RadarVelocity }
  /** Amounts in a currency other than USD. */
  | { kind: 'currency'; currency: string }
  /** The time since a card or address was first seen: `path` has the date, null without one. */
  | {
      kind: 'firstSeen'
      unit: 'hours' | 'minutes' | 'seconds'
      path: string | null
      seen: RadarVelocity
    }
  | { kind: 'onlyStripe' }
  | { kind: 'noCounterpart'; reason: Phrase<'reason'> }

const instrument = 'paymentInstrumentList[0]'
const billing = `${instrument}.billingAddress`

/** Attributes that together name an entity. */
const entities: Readonly<Record<string, readonly string[]>> = {
  card: [`${instrument}.merchantPaymentInstrumentId`],
  customer: ['user.userId'],
  email: ['user.email'],
  ip: ['deviceContext.ipAddress'],
  name: [`${instrument}.holderName`],
  billing_address: [`${billing}.street1`, `${billing}.zipCode`, `${billing}.country`],
  shipping_address: ['shippingAddress.street1', 'shippingAddress.zipCode', 'shippingAddress.country'],
}
const aliases: Readonly<Record<string, string>> = { card_number: 'card', ip_address: 'ip' }

const longest = ['90d', 'longest'] as const
const windows: Readonly<Record<string, readonly [window: string, phrase: Phrase<'window'>]>> = {
  hourly: ['59m', 'hourly'],
  daily: ['23h', 'daily'],
  weekly: ['7d', 'weekly'],
  yearly: longest,
  all_time: longest,
}
const always = 'all_time'

/** The key of an entity: one attribute, or several joined; empty when the first is missing. */
function keyOf(entity: string, prefix: string): Pick<RadarVelocity, 'key' | 'required'> {
  const paths = (entities[entity] ?? []).map(path => `@"${prefix}${path}"`)
  const [first = ''] = paths
  return {
    key: paths.length === 1 ? first : `(${first} == "" ? "" : ${paths.join(' + "|" + ')})`,
    required: [first],
  }
}
const camel = (name: string): string =>
  name
    .split('_')
    .map(part => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('')

/** `event`: what is counted. Data events have the purchase under `purchase`. */
interface Measure {
  select: (prefix: string) => string
  event: 'Purchase' | 'BankEvent' | 'Chargeback'
  when?: string
}
const eventNotes: Readonly<Record<Measure['event'], RadarVelocity['note']>> = {
  Purchase: undefined,
  BankEvent: 'bankEvents',
  Chargeback: 'allChargebacks',
}
function velocityOf(name: string, entity: string, windowName: string, { select, event, when }: Measure): RadarVelocity {
  const prefix = event === 'Purchase' ? '' : 'purchase.'
  const [window, windowPhrase] = windows[windowName] ?? longest
  const velocity = `radar${camel(name)}`
  const condition = when === undefined ? '' : `\nWHEN ${when}`
  return {
    name: velocity,
    text: `SELECT ${select(prefix)} AS ${velocity}\nFROM ${event}${condition}\nGROUPBY ${keyOf(entity, prefix).key}`,
    ...keyOf(entity, ''),
    window,
    windowPhrase,
    ...defined({ note: eventNotes[event] }),
  }
}

const count = (): string => 'Count()'
const amount = (prefix: string): string => `Sum(@"${prefix}calculatedFeatures.totalAmountInUSD")`
const bankStatus = (status: string): string => `@"type" == "Auth" AND @"status" == ${textLiteral(status)}`
const charges: Readonly<Record<string, Measure>> = {
  total: { select: count, event: 'Purchase' },
  blocked: { select: count, event: 'Purchase', when: '@"ruleEvaluation.decision" == "Reject"' },
  authorized: { select: count, event: 'BankEvent', when: bankStatus('Approved') },
  declined: { select: count, event: 'BankEvent', when: bankStatus('Declined') },
}

const windowNames = '(hourly|daily|weekly|yearly|all_time)'
const chargesPattern = new RegExp(
  `^((total|blocked|authorized|declined)_charges_per_(billing_address|card_number|customer|email|ip_address|shipping_address))_${windowNames}$`,
)
const distinctPattern = new RegExp(
  `^((card|email|name)_count_for_(billing_address|shipping_address|customer|email|card|ip|ip_address))_${windowNames}$`,
)
const customersPattern = new RegExp(`^(total_customers_for_(card|email))_${windowNames}$`)
const disputesPattern = new RegExp(`^(dispute_count_on_(card_number|ip))_${windowNames}$`)
const sumPattern = /^(total_usd_amount_charged_on_(card|customer))_all_time$/
const averagePattern = /^average_usd_amount_attempted_on_(card|customer)_all_time$/
const firstSeenPattern = /^(hours|minutes|seconds)_since_(card|email)_first_seen$/
const currencyPattern = /^amount_in_([a-z]{3})$/

const entityOf = (name: string): string => aliases[name] ?? name
const distinct =
  (entity: string) =>
  (prefix: string): string =>
    `DistinctCount(${keyOf(entity, prefix).key})`
const chargesOf = (entity: string): RadarVelocity =>
  velocityOf(`total_charges_per_${entity === 'card' ? 'card_number' : entity}`, entity, always, {
    select: count,
    event: 'Purchase',
  })
const sumOf = (entity: string): RadarVelocity =>
  velocityOf(`total_usd_amount_charged_on_${entity}`, entity, always, { select: amount, event: 'Purchase' })

/** Returns the family of an attribute; null when it belongs to none. */
export function radarFamily(name: string): RadarFamily | null {
  const velocity = (stem: string, entity: string, window: string, measure: Measure): RadarFamily => ({
    kind: 'velocity',
    velocity: velocityOf(stem, entity, window, measure),
  })
  const [, chargeStem, outcome = '', chargeEntity = '', chargeWindow = ''] = chargesPattern.exec(name) ?? []
  const measure = charges[outcome]
  if (chargeStem !== undefined && measure !== undefined)
    return velocity(chargeStem, entityOf(chargeEntity), chargeWindow, measure)
  const [, distinctStem, counted = '', distinctEntity = '', distinctWindow = ''] = distinctPattern.exec(name) ?? []
  if (distinctStem !== undefined)
    return velocity(distinctStem, entityOf(distinctEntity), distinctWindow, {
      select: distinct(counted),
      event: 'Purchase',
    })
  const [, customersStem, customersEntity = '', customersWindow = ''] = customersPattern.exec(name) ?? []
  if (customersStem !== undefined)
    return velocity(customersStem, customersEntity, customersWindow, {
      select: distinct('customer'),
      event: 'Purchase',
    })
  const [, disputesStem, disputesEntity = '', disputesWindow = ''] = disputesPattern.exec(name) ?? []
  if (disputesStem !== undefined)
    return velocity(disputesStem, entityOf(disputesEntity), disputesWindow, {
      select: () => 'DistinctCount(@"chargebackId")',
      event: 'Chargeback',
    })
  const [, sumStem, sumEntity = ''] = sumPattern.exec(name) ?? []
  if (sumStem !== undefined) return { kind: 'velocity', velocity: sumOf(sumEntity) }
  const [, averageEntity] = averagePattern.exec(name) ?? []
  if (averageEntity !== undefined)
    return { kind: 'average', sum: sumOf(averageEntity), count: chargesOf(averageEntity) }
  const [, unit, seenEntity = ''] = firstSeenPattern.exec(name) ?? []
  if (unit === 'hours' || unit === 'minutes' || unit === 'seconds')
    return {
      kind: 'firstSeen',
      unit,
      path: seenEntity === 'card' ? `${instrument}.creationDate` : null,
      seen: chargesOf(seenEntity),
    }
  const [, currency] = currencyPattern.exec(name) ?? []
  if (currency !== undefined) return { kind: 'currency', currency: currency.toUpperCase() }
  return withoutVelocity(name)
}

/** Documented families that velocities cannot count. */
function withoutVelocity(name: string): RadarFamily | null {
  if (/_first_seen_on_stripe$/.test(name)) return { kind: 'onlyStripe' }
  if (/^efw_count_on_|_with_prior_fraud_activity_for_/.test(name))
    return { kind: 'noCounterpart', reason: 'networkWarnings' }
  if (/^refund_count_on_/.test(name)) return { kind: 'noCounterpart', reason: 'refunds' }
  if (/_first_successful_auth_on_card$|^(total|average)_usd_amount_(failed|successful)_on_/.test(name))
    return { kind: 'noCounterpart', reason: 'bankAmounts' }
  return null
}

const card = keyOf('card', '')
const customer = keyOf('customer', '')
const cardOfCustomerKey = `(${customer.key} == "" OR ${card.key} == "" ? "" : ${customer.key} + "|" + ${card.key})`
/** Payments of a customer with the card: none of them is what Radar calls a new card. */
export const cardOfCustomer: RadarVelocity = {
  ...velocityOf('charges_per_card_of_customer', 'card', always, { select: count, event: 'Purchase' }),
  text: `SELECT Count() AS radarChargesPerCardOfCustomer\nFROM Purchase\nGROUPBY ${cardOfCustomerKey}`,
  key: cardOfCustomerKey,
  required: [...customer.required, ...card.required],
}
