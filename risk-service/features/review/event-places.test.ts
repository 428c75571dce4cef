import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventPlaces } from '../../contract/index.ts'
import type { GeoProvider } from '../../engine/enrich/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { caseOptionsSetting } from '../../kernel/case-options/case-options.ts'
import { pairsOf, positionOf, withLegs } from './places/place-distances.ts'
import { storePurchase } from './testing/stored-purchase.ts'

const hour = 3_600_000
const seattle = { latitude: 47.6062, longitude: -122.3321 }
const newYork = { latitude: 40.7128, longitude: -74.006 }
const geo: GeoProvider = {
  find: ip =>
    ip.startsWith('203.')
      ? { countryCode: 'US', coordinates: seattle }
      : { countryCode: 'DE', countryRegion: 'Germany' },
  locate: ({ city }) =>
    city === 'New York' ? { ...newYork, precision: 'street' } : city === 'Seattle' ? seattle : undefined,
}

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  bench.engine.geo = geo
})
afterAll(() => bench.close())

const insert = (
  externalId: string,
  hoursAgo: number,
  request: Record<string, unknown>,
  environmentId: string = places.eu,
) =>
  storePurchase(bench.store, {
    environmentId,
    externalId,
    at: new Date(now.getTime() - hoursAgo * hour),
    request,
  })
const read = (id: string, who = 'support', environment: string = places.eu) =>
  bench.call(who, 'GET', `/environments/${environment}/events/purchase/${encodeURIComponent(id)}/places`)
const address = (city: string, country = 'US') => ({ street1: '1 Main St', city, zipCode: '1', country })
const order = (more: Record<string, unknown> = {}) => ({
  user: { userId: 'Traveller' },
  deviceContext: { ipAddress: '203.0.113.7' },
  paymentInstrumentList: [{ billingAddress: address('New York') }],
  shippingAddress: address('Seattle'),
  ...more,
})

describe('places of an event', () => {
  it('places have great-circle distances: Seattle, New York, and Seattle again', async () => {
    await insert('seattle', 0, order())
    const found = (await read('seattle')).json as EventPlaces
    expect(
      found.places.map(({ id, kind, text, precision, radiusKm }) => [id, kind, text, precision, radiusKm]),
    ).toEqual([
      ['ip', 'ip', '203.0.113.7', 'city', 15],
      ['billing-1', 'billing', '1 Main St, 1 New York', 'street', null],
      ['shipping', 'shipping', '1 Main St, 1 Seattle', 'postalCode', 5],
    ])
    const [ipBilling, ipShipping, billingShipping] = found.pairs
    for (const pair of [ipBilling, billingShipping]) {
      // Within half a percent of 3,866 km and 2,402 miles.
      expect(Math.abs((pair?.km ?? 0) / 3866 - 1)).toBeLessThan(0.005)
      expect(Math.abs((pair?.km ?? 0) / 1.609344 / 2402 - 1)).toBeLessThan(0.005)
      expect(pair).toMatchObject({ far: true, countriesDiffer: false, approximate: true })
    }
    expect(ipShipping).toEqual({
      from: 'ip',
      to: 'shipping',
      km: 0,
      nearestKm: 0,
      farthestKm: 20,
      approximate: true,
      far: false,
      countriesDiffer: false,
    })
  })
  it('places known by their country have no distance, and two instruments have two places', async () => {
    await insert(
      'countries',
      1,
      order({
        user: {},
        deviceContext: { ipAddress: '198.51.100.1' },
        paymentInstrumentList: [{ billingAddress: address('New York') }, { billingAddress: address('Nowhere', 'fr') }],
        shippingAddress: { street1: 'Somewhere' },
        storeAddress: '5 Market Square',
      }),
    )
    const found = (await read('countries')).json as EventPlaces
    expect(found.places.map(({ id, country, latitude, precision }) => [id, country, latitude, precision])).toEqual([
      ['ip', 'DE', null, 'country'],
      ['billing-1', 'US', 40.7128, 'street'],
      ['billing-2', 'FR', null, 'country'],
      ['shipping', null, null, null],
      ['store', null, null, null],
    ])
    expect(found.pairs).toHaveLength(10)
    expect(found.pairs.every(({ km, far, approximate }) => km === null && !far && !approximate)).toBe(true)
    expect(found.pairs.filter(({ countriesDiffer }) => countriesDiffer).map(({ from, to }) => `${from} ${to}`)).toEqual(
      ['ip billing-1', 'ip billing-2', 'billing-1 billing-2'],
    )
    expect(found.previous).toEqual([])
  })
  it('the locations of the user before are listed up to the event, with impossible speeds', async () => {
    await insert('late', -1, order({ user: { userId: 'nomad' } }))
    await insert('here', 0, order({ user: { userId: 'nomad' } }))
    await insert('silent', 1, { user: { userId: 'nomad' } })
    await insert('before', 2, order({ user: { userId: 'NOMAD' }, deviceContext: { ipAddress: '198.51.100.1' } }))
    const { previous } = (await read('here')).json as EventPlaces
    expect(previous.map(({ externalId, precision, leg }) => [externalId, precision, leg])).toEqual([
      ['here', 'city', null],
      ['before', 'country', null],
    ])
  })
  it('locations and counts have nothing of environments outside the one of the call', async () => {
    const hermit = order({ user: { userId: 'hermit' }, deviceContext: { ipAddress: '203.0.113.200' } })
    await insert('shown', 0, hermit)
    await insert('beside', 1, hermit, places.us)
    await insert('above', 2, hermit, places.root)
    const { previous, places: found } = (await read('shown')).json as EventPlaces
    expect(previous.map(({ externalId }) => externalId)).toEqual(['shown'])
    expect(found.find(({ id }) => id === 'ip')?.otherEvents?.count).toBe(0)
    const whole = (await read('above', 'support', places.root)).json as EventPlaces
    expect(whole.places.find(({ id }) => id === 'ip')?.otherEvents?.count).toBe(2)
  })
  it('the limit of the tenant decides what is far', async () => {
    await bench.store.db
      .insertInto('setting')
      .values({ scope: places.tenant, key: caseOptionsSetting, value: JSON.stringify({ farKm: 4000 }) })
      .execute()
    const found = (await read('seattle')).json as EventPlaces
    expect([found.farKm, found.pairs.some(({ far }) => far)]).toEqual([4000, false])
    await bench.store.db.deleteFrom('setting').where('key', '=', caseOptionsSetting).execute()
  })
  it('places of an unknown event, another environment and another tenant are not found', async () => {
    expect((await read('nothing')).status).toBe(404)
    expect((await read('seattle', 'support', places.us)).status).toBe(404)
    expect((await read('seattle', 'outsider')).status).toBe(404)
    expect((await read('seattle', 'application')).status).toBe(404)
    expect((await read('x'.repeat(200))).status).toBe(422)
  })
})

describe('positions', () => {
  it('coordinates 0, 0 are missing unless they are exact, a single 0 is valid', () => {
    expect(positionOf({ latitude: 0, longitude: 0 }, 'GH', 'city')).toMatchObject({
      latitude: null,
      precision: 'country',
    })
    expect(positionOf({ latitude: 0, longitude: 0, precision: 'street' }, null, 'city')).toMatchObject({ latitude: 0 })
    expect(positionOf({ latitude: 51.5, longitude: 0 }, 'GB', 'city')).toMatchObject({
      longitude: 0,
      precision: 'city',
    })
    expect(positionOf({ latitude: 0, longitude: -78.5 }, 'EC', 'city')).toMatchObject({ latitude: 0 })
  })
  it('coordinates outside the world are ignored: the country remains, else the location is unknown', () => {
    for (const odd of [
      { latitude: 91, longitude: 0 },
      { latitude: -90.1, longitude: 1 },
      { latitude: 1, longitude: 180.1 },
      { latitude: Number.NaN, longitude: 1 },
      { latitude: 1, longitude: Infinity },
    ]) {
      const nowhere = { latitude: null, longitude: null, radiusKm: null, hasBadCoordinates: true }
      expect(positionOf(odd, null, 'city')).toEqual({ country: null, precision: null, ...nowhere })
      expect(positionOf(odd, 'DE', 'city')).toEqual({ country: 'DE', precision: 'country', ...nowhere })
    }
    expect(positionOf({ latitude: -90, longitude: 180 }, null, 'city')).toMatchObject({ latitude: -90 })
  })
  it('the radius of a provider replaces that of the precision', () => {
    expect(positionOf({ latitude: 1, longitude: 1, radiusKm: 38 }, null, 'city').radiusKm).toBe(38)
  })
  it('a leg is impossible above 900 km/h, and at once', () => {
    const at = (hours: number) => new Date(now.getTime() - hours * hour).toISOString()
    const stop = (hours: number, place: { latitude: number; longitude: number }) => ({
      eventType: 'purchase',
      externalId: `${hours}`,
      environmentId: places.eu,
      at: at(hours),
      ip: '203.0.113.7',
      ...positionOf(place, 'US', 'city'),
    })
    // The 3,866 km take 4.3 hours at 900 km/h, the 3,836 km between the edges 4.26.
    const legs = withLegs([stop(0, seattle), stop(4, newYork), stop(8.28, seattle), stop(8.28, newYork)])
    expect(legs.map(({ leg }) => leg?.travel)).toEqual(['impossible', 'uncertain', 'impossible', undefined])
    expect(legs.map(({ leg }) => leg?.kmPerHour && Math.round(leg.kmPerHour))).toEqual([966, 903, null, undefined])
    expect(legs[1]?.leg).toMatchObject({ approximate: true, elapsedMs: 4.28 * hour })
  })
  it('exactly the limit is not far', () => {
    const place = (id: string, latitude: number) =>
      ({
        id,
        kind: 'ip',
        text: '',
        otherEvents: null,
        ...positionOf({ latitude, longitude: 0, precision: 'street' }, null, 'city'),
      }) as const
    const [pair] = pairsOf([place('a', 10), place('b', 11)], 500)
    expect(pairsOf([place('a', 10), place('b', 11)], pair?.km ?? 0)[0]).toMatchObject({
      far: false,
      approximate: false,
    })
    expect(pairsOf([place('a', 10), place('b', 11)], (pair?.km ?? 0) - 0.001)[0]?.far).toBe(true)
  })
})
