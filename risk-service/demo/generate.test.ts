import { describe, expect, it } from 'vitest'
import { enrichPurchase } from '../engine/enrich.ts'
import { normaliseLabel, normalisePurchase, validateLabel, validatePurchase } from '../engine/schemas.ts'
import { scorePurchase } from '../engine/score.ts'
import { ipCountry } from '../store/ip-country.ts'
import { generateDemo } from './generate.ts'
import { demoEnvironmentIds } from './tenants.ts'

const day = 86_400_000
const now = Date.parse('2026-01-15T10:24:00Z')
const { purchases, labels } = generateDemo({ events: 20_000, now })
type Body = Record<string, unknown>
const field = (body: Body, key: string) => body[key] as Body
const share = (count: number) => count / purchases.length

it('is the same for a seed and another for another', () => {
  const small = (seed: number) => JSON.stringify(generateDemo({ events: 400, now, seed }))
  expect(small(1)).toBe(small(1))
  expect(small(1)).not.toBe(small(2))
})

it('makes as many purchases as asked, in order, none in the future, the last one today', () => {
  expect(purchases).toHaveLength(20_000)
  expect(purchases.every(({ at }, index) => at <= now && at >= (purchases[index - 1]?.at ?? now - 91 * day))).toBe(true)
  expect(now - (purchases.at(-1)?.at ?? 0)).toBeLessThan(3_600_000)
  expect(labels.every(({ at }) => at <= now)).toBe(true)
})

it('gives every purchase an id of its own', () => {
  expect(new Set(purchases.map(({ body }) => body['purchaseId'])).size).toBe(purchases.length)
  const further = generateDemo({ events: 400, now, seed: 7, firstId: 17_000_000 }).purchases.map(({ body }) => body['purchaseId'])
  const known = new Set(purchases.map(({ body }) => body['purchaseId']))
  expect(further.some(id => known.has(id))).toBe(false)
})

it('has between 1 and 2.2 % of true fraud, most of it reported after weeks only', () => {
  const fraud = purchases.filter(({ truth }) => truth === 'fraud')
  expect(share(fraud.length)).toBeGreaterThan(0.01)
  expect(share(fraud.length)).toBeLessThan(0.022)
  const byId = new Map(purchases.map(purchase => [purchase.body['purchaseId'], purchase]))
  const reported = labels.filter(({ body }) => body['isFraud'] === true)
  const delays = reported.map(({ at, body }) => at - (byId.get(body['labelObjectId'])?.at ?? at)).sort((a, b) => a - b)
  expect(delays[Math.floor(delays.length / 2)]).toBeGreaterThan(5 * day)
  for (const { body } of reported) expect(byId.get(body['labelObjectId'])?.truth).not.toBe('good')
  expect(purchases.some(({ truth }) => truth === 'friendly')).toBe(true)
})

it('shows a night of card testing: tiny guest orders within three hours', () => {
  const tiny = purchases.filter(({ body, truth }) => truth === 'fraud' && body['isGuestCheckout'] === true && Number(body['totalAmount']) < 5)
  expect(tiny.length).toBeGreaterThan(100)
  const times = tiny.map(({ at }) => at)
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(3 * 3_600_000)
  expect(now - Math.max(...times)).toBeLessThan(2 * day)
  expect(new Set(tiny.map(({ environmentId }) => environmentId))).toEqual(new Set([demoEnvironmentIds.harborEu]))
})

it('has rings: several accounts of thieves on one device, shipping to one locker', () => {
  const users = Map.groupBy(purchases.filter(({ body, truth }) => truth === 'fraud' && !body['isGuestCheckout']), ({ body }) => String(field(body, 'deviceContext')['deviceContextId']))
  const rings = [...users.values()].filter(group => new Set(group.map(({ body }) => field(body, 'user')['userId'])).size >= 4)
  expect(rings.length).toBeGreaterThanOrEqual(2)
  for (const ring of rings) expect(new Set(ring.map(({ body }) => field(body, 'shippingAddress')['street1'])).size).toBe(1)
})

it('makes nothing that the API would refuse', () => {
  for (const { body } of purchases) {
    const { value, problems } = normalisePurchase(body)
    expect(validatePurchase(value, problems)).toEqual([])
  }
  for (const { body } of labels) {
    const { value, problems } = normaliseLabel(body)
    expect(validateLabel(value, problems)).toEqual([])
  }
})

describe('scores', () => {
  const scored = purchases.map(({ body, truth, at }) => {
    const { value } = normalisePurchase(body)
    return { truth, score: scorePurchase(value, enrichPurchase(value, ipCountry), new Date(at)).score }
  })
  it('spread over the bands, and thieves score higher', () => {
    const bands = [0, 1, 2, 3].map(band => scored.filter(({ score }) => Math.floor(score / 200) === band).length)
    for (const count of bands) expect(count).toBeGreaterThan(80)
    const middle = (truth: string) => scored.filter(entry => entry.truth === truth).map(({ score }) => score).sort((a, b) => a - b).at(scored.filter(entry => entry.truth === truth).length >> 1) ?? 0
    expect(middle('fraud')).toBeGreaterThan(500)
    expect(middle('good')).toBeLessThan(250)
  })
})

it.each([[1], [30], [300]])('works for %i purchases', events => {
  expect(Math.abs(generateDemo({ events, now }).purchases.length - events)).toBeLessThanOrEqual(8)
})
