import { domainFacts } from '../../enrich/email.ts'
import type { EnrichedPurchase } from '../../enrich/enrich-purchase.ts'
import { type Json, objectOf } from '../../lib/json.ts'
import type { Direction } from '../statistics/bins.ts'
import type { ReasonArea } from './reason-area.ts'

/** Features that an event contains itself: [id, area, direction, meaning, computation]. 1 is yes, 0 is no. */
const featureList = [
  [
    'minutesSinceSignUp',
    '700-ACCOUNT_INFORMATION',
    'falling',
    'Age of the account',
    'Minutes from the creation of the account to the event, by the merchant’s clock',
  ],
  ['emailValidated', '700-ACCOUNT_INFORMATION', 'falling', 'E-mail address was confirmed', 'As sent'],
  ['phoneValidated', '700-ACCOUNT_INFORMATION', 'falling', 'Phone number was confirmed', 'As sent'],
  [
    'emailDisposable',
    '700-ACCOUNT_INFORMATION',
    'rising',
    'Throw-away mailbox',
    'The domain is of a provider of throw-away mailboxes',
  ],
  [
    'emailFree',
    '700-ACCOUNT_INFORMATION',
    null,
    'Free mailbox',
    'The domain is of a provider that gives a mailbox to anybody',
  ],
  ['emailDigits', '700-ACCOUNT_INFORMATION', null, 'Digits in the e-mail address', 'Digits before the @'],
  ['guestCheckout', '700-ACCOUNT_INFORMATION', null, 'Bought without an account', 'As sent'],
  ['retryOrder', '700-ACCOUNT_INFORMATION', null, 'The order is a further try', 'As sent'],
  [
    'ipBillingCountry',
    '500-LOCATION_CONSISTENCY',
    'rising',
    'IP and billing address in different countries',
    'Unknown when one of the two is',
  ],
  [
    'ipShippingCountry',
    '500-LOCATION_CONSISTENCY',
    'rising',
    'IP and shipping address in different countries',
    'Unknown when one of the two is',
  ],
  [
    'billingShippingCountry',
    '500-LOCATION_CONSISTENCY',
    'rising',
    'Billing and shipping address in different countries',
    'Unknown when one of the two is',
  ],
  [
    'binBillingCountry',
    '500-LOCATION_CONSISTENCY',
    'rising',
    'Card and billing address of different countries',
    'Unknown when one of the two is',
  ],
  [
    'ipUnknownCountry',
    '500-LOCATION_CONSISTENCY',
    null,
    'IP address of no known country',
    'Unknown without an address',
  ],
  ['amount', '900-PAYMENT_INFORMATION', null, 'Amount', 'US dollars'],
  ['itemCount', '900-PAYMENT_INFORMATION', null, 'Items in the basket', 'Sum of the quantities'],
  ['giftCard', '900-PAYMENT_INFORMATION', null, 'Gift cards in the basket', 'A product of the category GiftCard'],
  ['digitalGoods', '900-PAYMENT_INFORMATION', null, 'Nothing to be shipped', 'All products are digital'],
  ['expressShipping', '900-PAYMENT_INFORMATION', null, 'Express shipping', 'As sent'],
  [
    'instrumentAge',
    '900-PAYMENT_INFORMATION',
    null,
    'Age of the payment instrument',
    'Days since it was created, as sent',
  ],
  ['instrumentCount', '900-PAYMENT_INFORMATION', null, 'Payment instruments of the order', 'Number sent'],
  ['cvvMismatch', '900-PAYMENT_INFORMATION', 'rising', 'Security code was wrong', 'CVV result N'],
  ['avsMismatch', '900-PAYMENT_INFORMATION', 'rising', 'Address check failed', 'AVS result N'],
  [
    'threeDSAuthenticated',
    '900-PAYMENT_INFORMATION',
    'falling',
    'Buyer was authenticated by the bank',
    '3-D Secure was done and not refused',
  ],
  ['deviceMissing', '1100-DEVICE_INFORMATION', null, 'No device was sent', 'The event has no device'],
  [
    'proxy',
    '1100-DEVICE_INFORMATION',
    'rising',
    'Behind a proxy',
    'A proxy address, or a true address other than the sent one',
  ],
  [
    'botScore',
    '1100-DEVICE_INFORMATION',
    'rising',
    'Score of the bot model',
    'Of the fingerprinted session; unknown without one',
  ],
  [
    'localHour',
    '800-ACCOUNT_CONSISTENCY',
    null,
    'Hour of the day',
    'By the merchant’s clock where it was sent, else in UTC',
  ],
] as const satisfies readonly (readonly [string, ReasonArea, Direction, string, string])[]

export type EventFeature = (typeof featureList)[number][0]
export const eventFeatures: readonly (readonly [
  id: EventFeature,
  area: ReasonArea,
  direction: Direction,
  means: string,
  computed: string,
])[] = featureList
/** Null or absent: unknown. */
export type EventFeatureValues = Partial<Record<EventFeature, number | null>>

const minute = 60_000
const yes = (value: unknown): number | null => (typeof value === 'boolean' ? Number(value) : null)
const differ = (a: string | null, b: string | null): number | null =>
  a === null || b === null ? null : Number(a !== b)
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export type ScoringFacts = Pick<
  EnrichedPurchase,
  'email' | 'ip' | 'ipCountry' | 'billingCountry' | 'shippingCountry' | 'amountUsd' | 'itemCount'
>

/**
 * Computes the features from the purchase view of an event. `at`: the transaction date. Pure, and of the event alone.
 */
export function computeEventFeatures(
  event: Json,
  facts: ScoringFacts,
  at: Date,
  botScore: number | null = null,
): EventFeatureValues {
  const user = objectOf(event.user)
  const device = objectOf(event.deviceContext)
  const threeDS = objectOf(event.threeDS)
  const instruments = Array.isArray(event.paymentInstrumentList) ? event.paymentInstrumentList.map(objectOf) : []
  const products = Array.isArray(event.productList) ? event.productList.map(objectOf) : []
  const first = instruments[0] ?? {}
  const now = timeOf(event.merchantLocalDate) ?? at.getTime()
  const since = (value: unknown): number | null => {
    const time = timeOf(value)
    return time === null || time > now ? null : (now - time) / minute
  }
  const atSign = facts.email?.lastIndexOf('@') ?? -1
  const domain = facts.email === null || atSign < 0 ? null : facts.email.slice(atSign + 1).toLowerCase()
  const mailbox = domain === null ? null : domainFacts(domain)
  const instrumentMinutes = since(first.creationDate)
  const trueIp = textOf(device.trueIp)
  return {
    minutesSinceSignUp: since(user.creationDate),
    emailValidated: yes(user.isEmailValidated),
    phoneValidated: yes(user.isPhoneNumberValidated),
    emailDisposable: mailbox === null ? null : Number(mailbox.disposable),
    emailFree: mailbox === null ? null : Number(mailbox.free),
    emailDigits: facts.email === null ? null : (/^[^@]*/.exec(facts.email)?.[0] ?? '').replace(/\D/g, '').length,
    guestCheckout: yes(event.isGuestCheckout),
    retryOrder: yes(event.isRetryOrder),
    ipBillingCountry: differ(facts.ipCountry, facts.billingCountry),
    ipShippingCountry: differ(facts.ipCountry, facts.shippingCountry),
    billingShippingCountry: differ(facts.billingCountry, facts.shippingCountry),
    binBillingCountry: differ(textOf(first.binCountryISO)?.toUpperCase() ?? null, facts.billingCountry),
    ipUnknownCountry: facts.ip === null ? null : Number(facts.ipCountry === null),
    amount: facts.amountUsd === null ? null : facts.amountUsd / 100,
    itemCount: facts.itemCount,
    giftCard: products.length === 0 ? null : Number(products.some(({ category }) => category === 'GiftCard')),
    digitalGoods: products.length === 0 ? null : Number(products.every(({ type }) => type === 'Digital')),
    expressShipping: textOf(event.shippingMethod) === null ? null : Number(event.shippingMethod === 'Express'),
    instrumentAge: instrumentMinutes === null ? null : instrumentMinutes / 1440,
    instrumentCount: instruments.length === 0 ? null : instruments.length,
    cvvMismatch: textOf(first.cvvVerify) === null ? null : Number(first.cvvVerify === 'N'),
    avsMismatch: textOf(first.avsVerify) === null ? null : Number(first.avsVerify === 'N'),
    threeDSAuthenticated:
      typeof threeDS.isThreeDSAuth === 'boolean' ? Number(threeDS.isThreeDSAuth && threeDS.transStatus !== 'N') : null,
    deviceMissing: Number(event.deviceContext === undefined),
    proxy:
      event.deviceContext === undefined
        ? null
        : Number(textOf(device.proxyIp) !== null || (trueIp !== null && facts.ip !== null && trueIp !== facts.ip)),
    botScore,
    localHour: hourOf(event.merchantLocalDate) ?? at.getUTCHours(),
  }
}

function timeOf(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

/** Returns the hour as it is written, in the clock of the merchant. */
function hourOf(value: unknown): number | null {
  const found = typeof value === 'string' ? /T(\d\d):/.exec(value) : null
  return found === null ? null : Number(found[1])
}
