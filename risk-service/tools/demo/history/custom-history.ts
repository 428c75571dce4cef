import type { HistoryContext } from './account-history.ts'
import { type Customer, createFarIp } from './customers.ts'
import type { DemoAssessment } from './history-events.ts'
import { type DemoEvent, iso } from './history-events.ts'
import { day, minute } from './orders.ts'
import type { Random } from './random.ts'
import { pickMoment } from './timing.ts'

/** Kinds of shops where the card is used: typical amount, and frequency. */
const merchants = [
  { id: 'm-5411', code: '5411', name: 'Corner market', amount: 28, weight: 9 },
  { id: 'm-5541', code: '5541', name: 'Fuel station', amount: 55, weight: 4 },
  { id: 'm-5812', code: '5812', name: 'Restaurant', amount: 34, weight: 5 },
  { id: 'm-5912', code: '5912', name: 'Pharmacy', amount: 19, weight: 3 },
  { id: 'm-5732', code: '5732', name: 'Electronics', amount: 140, weight: 1.5 },
  { id: 'm-5967', code: '5967', name: 'Online services', amount: 24, weight: 3 },
] as const
const cents = (value: number): number => Math.round(value * 100) / 100
const cardAssessment: DemoAssessment = 'CardAuthorization'
const payoutAssessment: DemoAssessment = 'SellerPayout'

/**
 * Creates the events of the shop's own card and of the payouts to its sellers: wizard assessments with their
 * observations. Thefts of the card happen at night, with many times the usual amount.
 */
export function createCustomHistory(
  random: Random,
  { environmentId, events, later, visit, firstId, now }: HistoryContext,
  { customers, count, days }: { customers: readonly Customer[]; count: number; days: number },
): void {
  const holders = customers.slice(0, Math.max(1, Math.ceil(customers.length / 3)))
  const sellers = customers.slice(-Math.max(1, Math.ceil(customers.length / 20)))
  for (let number = 0; number < count; number++) {
    if (random.chance(0.8)) card(random, random.pick(holders), `C-${firstId + number}`)
    else payout(random, random.pick(sellers), `O-${firstId + number}`)
  }

  function observe(
    of: DemoEvent,
    assessment: string,
    observation: string,
    at: number,
    body: Record<string, unknown>,
  ): void {
    if (at <= now)
      later.push({
        kind: 'data',
        environmentId,
        at,
        of,
        event: { assessment, observation },
        body: { metadata: { primaryEventId: of.id, eventId: `${of.id}-${observation}`, timestamp: iso(at) }, ...body },
      })
  }

  function card(own: Random, customer: Customer, id: string): void {
    const stolen = own.chance(0.02)
    let at = pickMoment(own, customer.place, now, days)
    // Between ten in the evening and four in the morning, in the time zone of the card.
    if (stolen) at -= ((at + (customer.place.rhythm.offset + 2) * 60 * minute) % day) - own.next() * 6 * 60 * minute
    at = Math.min(now - minute, Math.max(now - days * day, at))
    const merchant = stolen
      ? own.pick(merchants.slice(4))
      : own.weighted(merchants.map(each => [each, each.weight] as const))
    const online = stolen || merchant.code === '5967' || own.chance(0.15)
    const amount = cents(merchant.amount * Math.exp(own.normal() * 0.6) * (stolen ? 5 : 1) * customer.place.euro)
    const { currency, country, language } = customer.place
    const ip = stolen && own.chance(0.7) ? createFarIp(own) : customer.ip
    const sessionId = `fp-${own.hex(20)}`
    const deviceId = stolen ? `dv_${own.hex(14)}` : customer.deviceId
    if (online) visit({ sessionId, at, device: deviceId, ip, language, country, page: 'P' })
    const used = customer.cards[0]
    const event: DemoEvent = {
      kind: 'event',
      environmentId,
      eventType: cardAssessment,
      id,
      at,
      truth: stolen ? 'fraud' : 'good',
      shape: stolen ? 'stolenCard' : 'usual',
      keys: [customer.id],
      body: {
        metadata: { eventId: id, timestamp: iso(at), ...(online ? { sessionId } : {}) },
        user: {
          id: customer.id,
          firstName: customer.firstName,
          lastName: customer.lastName,
          email: customer.email,
          phone: customer.phone,
          creationDate: iso(Math.min(customer.createdAt, at)),
          address: addressOf(customer),
        },
        ...(online ? { deviceFingerprinting: { id: sessionId, ipAddress: ip, externalDeviceId: deviceId } } : {}),
        transaction: { txnAmount: amount, currency, txnType: 'Purchase', channel: online ? 'Online' : 'POS' },
        card: {
          id: `hc-${customer.id}`,
          bin: '453201',
          lastFourDigits: used?.lastFour ?? '0000',
          network: 'Visa',
          cardType: 'Credit',
          isPresent: !online,
          entryMode: online ? 'Manual' : own.pick(['Contactless', 'Contactless', 'Chip']),
          ...(online ? { cvvVerify: stolen && own.chance(0.4) ? 'N' : 'Y' } : {}),
        },
        merchant: { id: merchant.id, name: merchant.name, categoryCode: merchant.code, countryRegion: country },
      },
    }
    events.push(event)
    const declined = own.chance(stolen ? 0.35 : 0.04)
    if (declined || own.chance(0.1)) {
      observe(event, cardAssessment, 'Bank', at + 2000, {
        bank: {
          type: 'Auth',
          status: declined ? 'Declined' : 'Approved',
          bankResponseCode: declined ? own.pick(['51', '05']) : '00',
          bankEventTimestamp: iso(at + 2000),
          amount,
          currency,
        },
      })
    }
    if (own.chance(0.08))
      observe(event, cardAssessment, 'Status', at + 5000, {
        statusDetails: {
          statusType: declined ? 'Rejected' : 'Approved',
          reasonType: 'RuleEngine',
          statusDate: iso(at + 5000),
        },
      })
    if (!stolen || declined || !own.chance(0.9)) return
    const reported = at + Math.exp(2 + own.normal() * 0.7) * day
    observe(event, cardAssessment, 'Chargeback', reported, {
      chargeback: { status: 'Accepted', reason: '10.4', amount, currency, bankEventTimestamp: iso(reported) },
    })
    if (reported <= now) {
      later.push({
        kind: 'label',
        environmentId,
        at: reported,
        of: event,
        assessment: cardAssessment,
        body: {
          metadata: { eventId: `${id}-label`, timestamp: iso(reported) },
          label: {
            labelObjectType: 'Event',
            labelObjectId: id,
            labelSource: 'Chargeback',
            isFraud: true,
            labelState: 'Fraud',
            eventTimeStamp: iso(reported),
            amount,
            currency,
          },
        },
      })
    }
  }

  function payout(own: Random, seller: Customer, id: string): void {
    const at = Math.floor(pickMoment(own, seller.place, now, days))
    const { currency, country } = seller.place
    const sessionId = `fp-${own.hex(20)}`
    visit({
      sessionId,
      at,
      device: seller.deviceId,
      ip: seller.ip,
      language: seller.place.language,
      country,
      page: 'P',
    })
    const event: DemoEvent = {
      kind: 'event',
      environmentId,
      eventType: payoutAssessment,
      id,
      at,
      truth: 'good',
      shape: 'usual',
      keys: [seller.id],
      body: {
        metadata: { eventId: id, timestamp: iso(at), sessionId },
        user: { id: seller.id, email: seller.email, firstName: seller.firstName, lastName: seller.lastName },
        deviceFingerprinting: { id: sessionId, ipAddress: seller.ip, externalDeviceId: seller.deviceId },
        transaction: {
          txnAmount: cents(220 * Math.exp(own.normal() * 0.9) * seller.place.euro),
          currency,
          txnType: 'Payout',
        },
        sender: { id: 'harbor', account: { accountId: 'acc-harbor', countryRegion: 'DE' } },
        recipient: {
          id: seller.id,
          account: { accountId: `acc-${seller.id.slice(2)}`, countryRegion: own.chance(0.98) ? country : 'LT' },
        },
        custom: { sellerSince: iso(Math.min(seller.createdAt, at)), openOrders: own.below(9) },
      },
    }
    events.push(event)
    if (own.chance(0.3))
      observe(event, payoutAssessment, 'Status', at + 60 * minute, {
        statusDetails: { statusType: 'Approved', reasonType: 'RuleEngine', statusDate: iso(at + 60 * minute) },
      })
  }
}

function addressOf({ address }: Customer): Record<string, unknown> {
  return { street1: address.street1, city: address.city, zipCode: address.zipCode, countryRegion: address.country }
}
