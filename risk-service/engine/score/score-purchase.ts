import type { Explanation } from '../../contract/index.ts'
import { domainFacts } from '../enrich/email.ts'
import type { EnrichedPurchase } from '../enrich/enrich-purchase.ts'
import type { ReasonArea } from './features/reason-area.ts'

/**
 * The shipped scorecard for purchases: a logistic model on facts of the event itself, written in points.
 * log odds of fraud  z = z0 + Σ w        points = 80 / ln 2 · w        score = 150 + Σ points, limited to 0..999
 * 80 points double the odds. 150 represents odds of 1 : 100, the order of magnitude of card-not-present fraud; so 680
 * is even odds. The weights are set by judgement from the direction and rough size that such features show in the
 * published data sets (account age and country agreement first), not trained on the events of one merchant; they are
 * the start for a tenant without labels. Because the scale is linear, the contributions of an explanation add up to the
 * score exactly, before the limits.
 */
export const baseScore = 150
export const pointsToDoubleOdds = 80
const factor = pointsToDoubleOdds / Math.LN2

export interface Scored {
  /** 0..999, higher is riskier. */
  score: number
  contributions: Explanation['contributions']
  /** Comma-joined `<number>-<AREA>:GENERAL`, most points first. */
  reasonCodes: string
}

type Json = Record<string, unknown>
type Add = (code: string, area: ReasonArea, weight: number, value?: string | number | null) => void

/** Minimum of points for a reason code of an area. */
const minReasonWeight = 20
const minute = 60_000
const day = 24 * 60 * minute

/** Scores a normalised, enriched purchase. `at` is the transaction date. Pure. */
export function scorePurchase(event: Json, facts: EnrichedPurchase, at: Date): Scored {
  const contributions: Explanation['contributions'] = []
  const areas = new Map<ReasonArea, number>()
  const add: Add = (code, area, weight, value = null) => {
    const points = Math.round(weight * factor)
    if (points === 0) return
    contributions.push({ code, value, points })
    areas.set(area, (areas.get(area) ?? 0) + points)
  }
  // The other times of the event were written by the merchant's own clock.
  const now = timeOf(event.merchantLocalDate) ?? at.getTime()
  const user = objectOf(event.user)
  const instruments = Array.isArray(event.paymentInstrumentList) ? event.paymentInstrumentList.map(objectOf) : []
  account(user, facts, event, now, add)
  location(facts, instruments[0] ?? {}, add)
  payment(instruments, user, facts, objectOf(event.threeDS), now, add)
  basket(event, facts, add)
  device(objectOf(event.deviceContext), facts, event.deviceContext !== undefined, add)

  contributions.sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  const sum = contributions.reduce((total, contribution) => total + contribution.points, baseScore)
  const reasonCodes = [...areas]
    .filter(([, points]) => points >= minReasonWeight)
    .sort((a, b) => b[1] - a[1])
    .map(([area]) => `${area}:GENERAL`)
    .join(',')
  return { score: Math.min(999, Math.max(0, sum)), contributions, reasonCodes }
}

function account(user: Json, facts: EnrichedPurchase, event: Json, now: number, add: Add): void {
  const area = '700-ACCOUNT_INFORMATION'
  const created = timeOf(user.creationDate)
  if (created !== null && created <= now) {
    const minutes = Math.floor((now - created) / minute)
    const days = Math.floor(minutes / 1440)
    if (minutes < 1) add('minutesSinceSignUp', area, 1.6, 0)
    else if (minutes < 60) add('minutesSinceSignUp', area, 1.1, minutes)
    else if (days < 1) add('accountAge', area, 0.7, 0)
    else if (days < 7) add('accountAge', area, 0.35, days)
    else if (days >= 365) add('accountAge', area, -0.6, days)
    else if (days >= 90) add('accountAge', area, -0.3, days)
  }
  if (user.isEmailValidated === true) add('emailValidated', area, -0.2)
  else if (user.isEmailValidated === false) add('emailNotValidated', area, 0.3)
  if (user.isPhoneNumberValidated === true) add('phoneValidated', area, -0.2)
  const domain = facts.enrichment.emailDomain
  if (typeof domain === 'string' && domainFacts(domain).disposable) add('emailDisposable', area, 1.2, domain)
  if (event.isGuestCheckout === true) add('guestCheckout', area, 0.25)
  if (event.isRetryOrder === true) add('retryOrder', area, 0.3)
}

function location(facts: EnrichedPurchase, first: Json, add: Add): void {
  const area = '500-LOCATION_CONSISTENCY'
  const { ipCountry: ip, billingCountry: billing, shippingCountry: shipping } = facts
  if (ip !== null && billing !== null && ip !== billing) add('ipBillingCountry', area, 0.9, `${ip} / ${billing}`)
  if (billing !== null && shipping !== null && billing !== shipping)
    add('billingShippingCountry', area, 0.7, `${billing} / ${shipping}`)
  if (ip !== null && billing === null && shipping !== null && ip !== shipping)
    add('ipShippingCountry', area, 0.6, `${ip} / ${shipping}`)
  if (ip !== null && ip === billing && (shipping === null || shipping === billing))
    add('countriesAgree', area, -0.3, ip)
  const issuer = textOf(first.binCountryISO)?.toUpperCase() ?? null
  if (issuer !== null && billing !== null && issuer !== billing)
    add('binBillingCountry', area, 0.6, `${issuer} / ${billing}`)
}

function payment(
  instruments: readonly Json[],
  user: Json,
  facts: EnrichedPurchase,
  threeDS: Json,
  now: number,
  add: Add,
): void {
  const area = '900-PAYMENT_INFORMATION'
  const first = instruments[0] ?? {}
  const created = timeOf(first.creationDate)
  if (created !== null && created <= now) {
    const days = Math.floor((now - created) / day)
    if (now - created < 60 * minute) add('instrumentAge', area, 0.4, 0)
    else if (days >= 180) add('instrumentAge', area, -0.3, days)
  }
  if (first.cvvVerify === 'N') add('cvvMismatch', area, 0.9)
  if (first.avsVerify === 'N') add('avsMismatch', area, 0.4)
  if (instruments.length > 2) add('instrumentCount', area, 0.4, instruments.length)
  if (threeDS.isThreeDSAuth === true && threeDS.transStatus !== 'N') add('threeDSAuthenticated', area, -0.8)
  if (facts.amountUsd !== null) {
    const dollars = facts.amountUsd / 100
    const weight =
      dollars >= 2000
        ? 0.9
        : dollars >= 1000
          ? 0.6
          : dollars >= 500
            ? 0.35
            : dollars >= 200
              ? 0.1
              : dollars < 20
                ? -0.15
                : 0
    if (weight !== 0) add('amount', area, weight, dollars)
  }
  const holder = wordsOf(first.holderName)
  const owner = wordsOf([user.firstName, user.lastName].filter(part => typeof part === 'string').join(' '))
  if (holder.size > 0 && owner.size > 0) {
    if ([...holder].some(word => owner.has(word))) add('holderMatchesUser', '800-ACCOUNT_CONSISTENCY', -0.1)
    else add('holderDiffersFromUser', '800-ACCOUNT_CONSISTENCY', 0.5)
  }
}

function basket(event: Json, facts: EnrichedPurchase, add: Add): void {
  const area = '900-PAYMENT_INFORMATION'
  const products = Array.isArray(event.productList) ? event.productList.map(objectOf) : []
  if (products.some(product => product.category === 'GiftCard')) add('giftCard', area, 0.6)
  else if (products.length > 0 && products.every(product => product.type === 'Digital')) add('digitalGoods', area, 0.25)
  if (event.shippingMethod === 'Express') add('expressShipping', area, 0.15)
  if ((facts.itemCount ?? 0) >= 10) add('itemCount', area, 0.25, facts.itemCount)
}

function device(context: Json, facts: EnrichedPurchase, sent: boolean, add: Add): void {
  const area = '1100-DEVICE_INFORMATION'
  if (!sent) add('deviceMissing', area, 0.2)
  const trueIp = textOf(context.trueIp)
  if (textOf(context.proxyIp) !== null) add('proxy', area, 0.4)
  else if (trueIp !== null && facts.ip !== null && trueIp !== facts.ip) add('proxy', area, 0.4)
  if (context.enabledJavaScript === false || context.enabledCookies === false) add('browserRestricted', area, 0.3)
}

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function timeOf(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

/** Returns the words of a name without accents and case: embossed cards have neither. */
function wordsOf(name: unknown): Set<string> {
  if (typeof name !== 'string') return new Set()
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return new Set(plain.split(/[^\p{L}]+/u).filter(word => word.length > 1))
}
