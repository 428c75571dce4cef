import { describe, expect, it } from 'vitest'
import { dataEventTypes } from '../../../engine/data-events/data-event-types.ts'
import { enrichPurchase } from '../../../engine/enrich/enrich-purchase.ts'
import { createEventReader, schemas, templateSchemas } from '../../../engine/ingest/event-schemas.ts'
import {
  normaliseLabel,
  normalisePurchase,
  validateLabel,
  validatePurchase,
} from '../../../engine/ingest/precompiled-schemas.ts'
import { scorePurchase } from '../../../engine/score/score-purchase.ts'
import { demoEnvironmentIds } from '../../../kernel/identity/demo-tenants.ts'
import { ipCountry } from '../../../kernel/ip-country.ts'
import { computeDemoFigures } from '../demo-figures.ts'
import { generateDemo } from './generate.ts'
import { waveWindow } from './timing.ts'

const day = 86_400_000
const now = Date.parse('2026-01-15T10:24:00Z')
const history = generateDemo({ events: 20_000, now })
const { events, later, sessions } = history
const figures = computeDemoFigures(
  events.map(event => ({ event, decision: 'Approve' })),
  later,
)
const purchases = events.filter(({ eventType }) => eventType === 'purchase')
const labels = later.filter(step => step.kind === 'label')
type Body = Record<string, unknown>
const field = (body: Body, key: string) => body[key] as Body
const of = (shape: string, type = 'purchase') =>
  events.filter(event => event.shape === shape && event.eventType === type)

it('the history is the same for the same seed and another for another', () => {
  const small = (seed: number) =>
    JSON.stringify(generateDemo({ events: 400, now, seed }), (key, value: unknown) =>
      key === 'of' ? undefined : value,
    )
  expect(small(1)).toBe(small(1))
  expect(small(1)).not.toBe(small(2))
})

it('the history has the requested number of events, in order, none in the future, the last one today', () => {
  expect(events).toHaveLength(20_000)
  expect(events.every(({ at }, index) => at <= now && at >= (events[index - 1]?.at ?? now - 91 * day))).toBe(true)
  expect(now - (events.at(-1)?.at ?? 0)).toBeLessThan(3_600_000)
  expect(later.every(({ at }, index) => at <= now && at >= (later[index - 1]?.at ?? 0))).toBe(true)
  expect(figures.events['purchase']).toBeGreaterThan(14_000)
  for (const type of ['accountlogin', 'accountcreation', 'CardAuthorization', 'SellerPayout'])
    expect(figures.events[type], type).toBeGreaterThan(100)
  expect(
    events.filter(({ environmentId }) => environmentId === demoEnvironmentIds.meridian).length / events.length,
  ).toBeCloseTo(0.11, 2)
})

it('every event of the history has an id of its own', () => {
  const key = ({ environmentId, eventType, id }: (typeof events)[number]) => `${environmentId} ${eventType} ${id}`
  const known = new Set(events.map(key))
  expect(known.size).toBe(events.length)
  expect(
    generateDemo({ events: 400, now, seed: 7, firstId: 17_000_000 }).events.some(event => known.has(key(event))),
  ).toBe(false)
})

it('the history has about 1 % of fraud, and a wave in which it is a step higher for five days', () => {
  expect(figures.baseRate).toBeGreaterThan(0.007)
  expect(figures.baseRate).toBeLessThan(0.013)
  expect(figures.fraudRate).toBeLessThan(0.022)
  const { from, to } = waveWindow(now, 90)
  expect(of('wave').every(({ at }) => at >= from && at < to)).toBe(true)
  expect(to - from).toBe(5 * day)
  expect(figures.waveRate).toBeGreaterThan(0.08)
  expect(figures.waveRate).toBeGreaterThan(4 * figures.aroundWave)
})

it('the merchant hears of thefts after days or weeks, and of what customers dispute themselves after weeks', () => {
  const [soon, half, late] = figures.labelDelay
  expect(soon).toBeGreaterThan(1.5)
  expect(half).toBeGreaterThan(5)
  expect(half).toBeLessThan(14)
  expect(late).toBeGreaterThan(15)
  expect(figures.friendlyDelay[0]).toBeGreaterThanOrEqual(20)
  for (const { of: event, body } of labels)
    if (event?.eventType === 'purchase') expect([event.truth === 'good', body['isFraud']]).toEqual([false, true])
  const kinds = new Set(
    later.map(step =>
      step.kind === 'label'
        ? 'label'
        : typeof step.event === 'string'
          ? step.event
          : `${step.event.assessment} ${step.event.observation}`,
    ),
  )
  for (const kind of [
    'bankevent',
    'chargeback',
    'refund',
    'accountloginstatus',
    'accountupdate',
    'CardAuthorization Bank',
    'CardAuthorization Status',
    'CardAuthorization Chargeback',
    'SellerPayout Status',
  ])
    expect(kinds).toContain(kind)
})

it('the history has a night of card testing: tiny guest orders within three hours, many cards on few devices and addresses, most declined', () => {
  const tests = of('cardTesting')
  expect(tests.length).toBeGreaterThan(80)
  const times = tests.map(({ at }) => at)
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(3 * 3_600_000)
  expect(now - Math.max(...times)).toBeLessThan(2 * day)
  expect(new Set(tests.map(({ environmentId }) => environmentId))).toEqual(new Set([demoEnvironmentIds.harborEu]))
  for (const { body } of tests) expect([body['isGuestCheckout'], Number(body['totalAmount']) < 5]).toEqual([true, true])
  const different = (read: (body: Body) => unknown) => new Set(tests.map(({ body }) => read(body))).size
  expect(different(body => field(body, 'deviceContext')['externalDeviceId'])).toBeLessThanOrEqual(6)
  expect(different(body => field(body, 'deviceContext')['ipAddress'])).toBeLessThanOrEqual(9)
  expect(different(body => (body['paymentInstrumentList'] as Body[])[0]?.['merchantPaymentInstrumentId'])).toBe(
    tests.length,
  )
  const declined = later.filter(
    step =>
      step.kind === 'data' &&
      step.event === 'bankevent' &&
      step.body['status'] === 'Declined' &&
      step.of?.shape === 'cardTesting',
  )
  expect(declined.length / tests.length).toBeGreaterThan(0.6)
})

it('the history has devices of several users as shops have them, and rings of thieves among them', () => {
  expect(figures.sharedUsers).toBeGreaterThan(0.07)
  expect(figures.sharedUsers).toBeLessThan(0.08)
  const devices = (from: number, to: number) =>
    Object.entries(figures.usersPerDevice).reduce(
      (sum, [users, count]) => (Number(users) >= from && Number(users) <= to ? sum + count : sum),
      0,
    )
  expect(devices(2, 2) / devices(2, 9)).toBeGreaterThan(0.5)
  expect(devices(3, 9)).toBeGreaterThan(20)
  expect(devices(10, 1000)).toBe(0)
  const rings = [...Map.groupBy(of('ring'), ({ body }) => field(body, 'deviceContext')['externalDeviceId']).values()]
  expect(rings.length).toBeGreaterThanOrEqual(2)
  for (const ring of rings) {
    expect(new Set(ring.map(({ body }) => field(body, 'user')['userId'])).size).toBeGreaterThanOrEqual(3)
    expect(new Set(ring.map(({ body }) => field(body, 'shippingAddress')['street1'])).size).toBe(1)
  }
})

it('the attack sprays passwords: many users from few addresses within half an hour; what it opens is used within a day, with a new address', () => {
  const sprayed = of('spray', 'accountlogin')
  for (const night of Map.groupBy(sprayed, ({ at }) => Math.floor(at / day)).values()) {
    expect(Math.max(...night.map(({ at }) => at)) - Math.min(...night.map(({ at }) => at))).toBeLessThan(30 * 60_000)
    expect(new Set(night.map(({ body }) => field(body, 'device')['ipAddress'])).size).toBeLessThanOrEqual(4)
    expect(new Set(night.map(({ body }) => field(body, 'user')['userId'])).size).toBeGreaterThan(50)
  }
  const statuses = later.filter(step => step.kind === 'data' && step.event === 'accountloginstatus')
  const status = (id: string) =>
    statuses.find(({ body }) => field(body, 'metadata')['loginId'] === id)?.body['statusDetails'] as Body | undefined
  const opened = new Set(
    sprayed
      .filter(({ id }) => status(id)?.['statusType'] === 'Approved')
      .map(({ body }) => field(body, 'user')['userId']),
  )
  expect(opened.size).toBeGreaterThan(5)
  expect(sprayed.length / opened.size).toBeGreaterThan(8)
  const used = of('takeover').filter(({ body }) => opened.has(field(body, 'user')['userId']))
  expect(new Set(used.map(({ body }) => field(body, 'user')['userId']))).toEqual(opened)
  for (const { at } of used) expect(sprayed.some(spray => at > spray.at && at - spray.at < day)).toBe(true)
})

it('the history follows the day of each country', () => {
  const evening = (country: string, hour: number) => {
    const theirs = purchases.filter(
      ({ body, shape }) => shape === 'usual' && field(body, 'user')['country'] === country,
    )
    return theirs.filter(({ at }) => new Date(at).getUTCHours() === hour).length / theirs.length
  }
  expect(evening('US', 1)).toBeGreaterThan(3 * evening('DE', 1))
  expect(evening('DE', 18)).toBeGreaterThan(1.2 * evening('US', 18))
})

it('fingerprints visits: each session once, the same device alike on every visit, programs as such', () => {
  expect(new Set(sessions.map(({ environmentId, sessionId }) => `${environmentId} ${sessionId}`)).size).toBe(
    sessions.length,
  )
  const known = new Set(sessions.map(({ sessionId }) => sessionId))
  const named = events
    .map(({ body }) => (body['deviceContext'] ?? body['device'] ?? body['deviceFingerprinting']) as Body | undefined)
    .flatMap(device => device?.['deviceContextId'] ?? device?.['id'] ?? [])
    .map(String)
    .filter(id => id.startsWith('fp-'))
  expect(named.length).toBeGreaterThan(6000)
  expect(named.every(id => known.has(id))).toBe(true)
  for (const visits of Map.groupBy(sessions, ({ environmentId, deviceId }) => `${environmentId} ${deviceId}`).values())
    expect(
      new Set(
        visits.map(
          ({ cookieId, attributes }) =>
            `${cookieId} ${attributes['browserUserAgent']} ${attributes['imageDataUrlHash']}`,
        ),
      ).size,
    ).toBe(1)
  const score = (shape: string, type: string) =>
    of(shape, type).map(
      ({ body }) =>
        sessions.find(({ sessionId }) => sessionId === field(body, 'device')['deviceContextId'])?.botScore ?? -1,
    )
  expect(Math.min(...score('spray', 'accountlogin'))).toBeGreaterThanOrEqual(800)
  expect(Math.max(...score('usual', 'accountcreation'))).toBeLessThan(300)
})

it('the history has no event that the API would refuse', () => {
  const readers = new Map<string, ReturnType<typeof createEventReader>>([
    ['accountlogin', createEventReader(schemas.accountLogin)],
    ['accountcreation', createEventReader(schemas.accountCreation)],
    ['CardAuthorization', createEventReader(templateSchemas.CardPayment)],
    ['SellerPayout', createEventReader(templateSchemas.MoneyTransfer)],
    ['purchase', { normalise: normalisePurchase, validate: validatePurchase }],
  ])
  const refused: string[] = []
  const read = (reader: ReturnType<typeof createEventReader> | undefined, body: Body) => {
    if (reader === undefined) throw new Error('no reader')
    const { value, issues: problems } = reader.normalise(body)
    refused.push(...reader.validate(value, problems))
  }
  for (const { eventType, body } of events) read(readers.get(eventType), body)
  for (const step of later) {
    if (step.kind === 'data' && typeof step.event === 'string') read(dataEventTypes[step.event], step.body)
    if (step.kind === 'label' && step.assessment === undefined)
      read({ normalise: normaliseLabel, validate: validateLabel }, step.body)
  }
  expect(refused).toEqual([])
})

describe('scores', () => {
  const scored = purchases.map(({ body, truth, at }) => {
    const { value } = normalisePurchase(body)
    return { truth, score: scorePurchase(value, enrichPurchase(value, ipCountry), new Date(at)).score }
  })
  it('scores spread over the bands, and thieves score higher', () => {
    const bands = [0, 1, 2, 3].map(band => scored.filter(({ score }) => Math.floor(score / 200) === band).length)
    for (const count of bands) expect(count).toBeGreaterThan(80)
    const middle = (truth: string) =>
      scored
        .filter(entry => entry.truth === truth)
        .map(({ score }) => score)
        .sort((a, b) => a - b)
        .at(scored.filter(entry => entry.truth === truth).length >> 1) ?? 0
    expect(middle('fraud')).toBeGreaterThan(500)
    expect(middle('good')).toBeLessThan(250)
  })
})

it.each([[1], [30], [300]])('a history of %i events can be made', count => {
  expect(Math.abs(generateDemo({ events: count, now }).events.length - count)).toBeLessThanOrEqual(8)
})

it('the bank answers every order, and approves nearly all', () => {
  const answers = later.filter(step => step.kind === 'data').filter(({ event }) => event === 'bankevent')
  expect(new Set(answers.map(({ of: order }) => order?.id)).size).toBeGreaterThan(0.95 * purchases.length)
  const approved = answers.filter(({ body }) => body['status'] === 'Approved')
  expect(approved.length / answers.length).toBeGreaterThan(0.9)
})
