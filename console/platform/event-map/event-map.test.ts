// @vitest-environment jsdom
import type { EventPlaces } from '@assay/risk-service/contract'
import { act, cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { createIntl } from 'react-intl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import english from '../../../locales/en-US.json' with { type: 'json' }
import { createQueryClient } from '../api/query-client.ts'
import { storeLastEnvironment } from '../environments/last-environment.ts'
import { environmentId, stubConsoleApi } from '../testing/console-api-stub.ts'
import { stubLayout, stubMedia } from '../testing/dom-stubs.ts'
import { renderFailingPage } from '../testing/failing-page.ts'
import { hookWrapper } from '../testing/hook-wrapper.ts'
import { AddressMap } from './address-map.tsx'
import { legSentence, pairSentence, travelText } from './distance-sentences.ts'
import { drawnPlaces } from './drawn-places.ts'
import { EventMap } from './event-map.tsx'
import { useMapTiles } from './use-map-tiles.ts'

const seattle = { latitude: 47.6062, longitude: -122.3321 }
const place = (id: string, kind: EventPlaces['places'][number]['kind'], more = {}) => ({
  id,
  kind,
  text: id,
  country: 'US',
  precision: 'street' as const,
  radiusKm: null,
  hasBadCoordinates: false,
  otherEvents: { sharing: 'postalCode' as const, count: 4, complete: true },
  ...seattle,
  ...more,
})
const pair = (from: string, to: string, km: number | null, more = {}) => ({
  from,
  to,
  km,
  nearestKm: km,
  farthestKm: km,
  approximate: false,
  far: km !== null && km > 500,
  countriesDiffer: false,
  ...more,
})
const location = (externalId: string, more = {}) => ({
  ...seattle,
  eventType: 'purchase',
  externalId,
  environmentId,
  at: '2025-03-03T09:00:00.000Z',
  ip: '203.0.113.7',
  country: 'US',
  precision: 'city' as const,
  radiusKm: 15,
  hasBadCoordinates: false,
  leg: null,
  ...more,
})
const leg = {
  km: 2509.4,
  nearestKm: 2479.4,
  farthestKm: 2539.4,
  elapsedMs: 3_600_000,
  leastKmPerHour: 2479.4,
  kmPerHour: 2509.4,
  mostKmPerHour: 2539.4,
  travel: 'impossible' as const,
  approximate: true,
}
const known: EventPlaces = {
  places: [
    place('ip', 'ip'),
    place('billing-1', 'billing', { latitude: 40.7128, longitude: -74.006 }),
    place('shipping', 'shipping'),
  ],
  pairs: [pair('ip', 'billing-1', 3866.4), pair('ip', 'shipping', 0), pair('billing-1', 'shipping', 3866.4)],
  previous: [location('p-2', { at: '2025-03-03T10:00:00.000Z', leg }), location('p-1')],
  farKm: 500,
}
let answer: EventPlaces
let layers: { layer: string; attribution: string }[]
let calls: ReturnType<typeof stubConsoleApi>
beforeEach(() => {
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
  calls = stubConsoleApi({ 'events.places': () => answer, 'maps.layers': () => layers })
  layers = []
})
afterEach(cleanup)

const intl = createIntl({ locale: 'en-US', messages: english, onError: () => undefined })
const format = { intl, duration: (ms: number) => `${ms} ms` }
const places = { previous: null, density: false }
const row = { environmentId, eventType: 'purchase', externalId: 'p-2' }
const densityRows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map(item => item.textContent)
const render = () => renderFailingPage(createElement(EventMap, { row }), '/')

it('the legend shows every pair in kilometres and miles', async () => {
  answer = known
  render()
  const table = await screen.findByRole('table', { name: 'Distances between the places' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map(row => row.textContent)).toEqual([
    'IP address to Billing3,866 km2,402 mi',
    'IP address and Billing are 3,866 km apart. That is over 500 km.',
    'IP address to Shipping0.00 km0.00 mi',
    'IP address and Shipping are 0.00 km apart.',
    'Billing to Shipping3,866 km2,402 mi',
    'Billing and Shipping are 3,866 km apart. That is over 500 km.',
  ])
  expect(screen.getByText('Over 500 km')).toBeTruthy()
  const legend = screen.getByRole('list', { name: 'Transaction map' })
  expect(within(legend).getAllByRole('button')).toHaveLength(3)
  // Two of the three are at one place.
  expect(within(legend).getAllByText('2 here')).toHaveLength(2)
  expect(screen.queryByText(/Only the countries/)).toBeNull()
})

it('on a narrow page the list comes first, and the map is behind a choice', async () => {
  const context = vi
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockReturnValue({ getExtension: () => null } as never)
  stubMedia('40rem')
  answer = known
  render()
  const list = await screen.findByRole('radio', { name: 'List' })
  expect(list.getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('radio', { name: 'Map' }).getAttribute('aria-checked')).toBe('false')
  context.mockRestore()
})

it('places known by their country only have no distance, and the page says so', async () => {
  const nowhere = { latitude: null, longitude: null, precision: 'country' as const }
  answer = {
    ...known,
    places: [
      place('ip', 'ip', { ...nowhere, country: 'DE' }),
      place('billing-1', 'billing', nowhere),
      place('shipping', 'shipping', { ...nowhere, country: null, precision: null }),
    ],
    pairs: [pair('ip', 'billing-1', null, { countriesDiffer: true })],
    previous: [],
  }
  render()
  await screen.findByText(/Only the countries/)
  expect(screen.getByText('Location unknown')).toBeTruthy()
  expect(screen.getByText('not known')).toBeTruthy()
  expect(screen.getAllByText('country only')).toHaveLength(2)
  expect(screen.queryByRole('switch', { name: 'Previous IP addresses' })).toBeNull()
})

it('a place whose data is wrong says so in a sentence', async () => {
  const nowhere = { latitude: null, longitude: null, precision: null, country: null }
  answer = {
    ...known,
    places: [
      place('ip', 'ip', nowhere),
      place('billing-1', 'billing', nowhere),
      place('shipping', 'shipping', { ...nowhere, country: 'DE', precision: 'country', hasBadCoordinates: true }),
    ],
    pairs: [],
    previous: [],
  }
  render()
  expect(await screen.findByText('No place is known for this IP address.')).toBeTruthy()
  expect(screen.getByText(/^The address has no two-letter country code/)).toBeTruthy()
  expect(screen.getByText(/^The coordinates found lie outside the world or at 0\/0/)).toBeTruthy()
})

it('an earlier location leads to its event, and its number is that of its mark', async () => {
  answer = known
  render()
  fireEvent.click(await screen.findByRole('switch', { name: 'Previous IP addresses' }))
  const [latest] = within(screen.getByRole('list', { name: 'Previous IP addresses' })).getAllByRole('listitem')
  if (latest === undefined) throw new Error('no location is listed')
  expect(within(latest).getByRole('link', { name: 'p-2' }).getAttribute('href')).toContain(
    `/search/purchase/${environmentId}/p-2`,
  )
  fireEvent.click(within(latest).getByRole('button', { name: 'Show location 2 on the map' }))
  const drawn = drawnPlaces(format, known, new Map(), { ...places, previous: [0, Number.POSITIVE_INFINITY] })
  expect(drawn.points.flatMap(({ id, number }) => (number === undefined ? [] : [[id, number]]))).toEqual([
    ['previous 1', 1],
    ['previous 2', 2],
  ])
})

it('lines are red for far places and other countries, dashed where an end is not exact', () => {
  const two = {
    ...known,
    places: [...known.places, place('store', 'store')],
    pairs: [...known.pairs, pair('ip', 'store', 1), pair('billing-1', 'store', null, { countriesDiffer: true })],
  }
  const { points, arcs } = drawnPlaces(format, two, new Map(), places)
  expect(points.map(({ id }) => id)).toEqual(['ip', 'billing-1', 'shipping', 'store'])
  // A store has no line.
  expect(arcs.map(({ id, alert, line, distance }) => [id, alert, line, distance])).toEqual([
    ['ip billing-1', true, 'solid', '3,866 km'],
    ['ip shipping', false, 'solid', '0.00 km'],
    ['billing-1 shipping', true, 'solid', '3,866 km'],
  ])
  const centres = new Map([['FR', { latitude: 46, longitude: 2 }]])
  const hidden = { latitude: null, longitude: null, precision: 'country' as const, country: 'FR' }
  const drawn = drawnPlaces(format, { ...known, places: [place('ip', 'ip', hidden)], pairs: [] }, centres, {
    ...places,
    previous: [0, Date.parse('2025-03-03T10:00:00.000Z')],
  })
  expect(drawn.points.map(({ id, latitude }) => [id, latitude])).toEqual([
    ['ip', 46],
    ['previous 1', 47.6062],
    ['previous 2', 47.6062],
  ])
  expect(drawn.arcs).toMatchObject([
    {
      impossible: true,
      line: 'dotted',
      distance: 'Impossible travel, at least 2,479 km/h',
      sentence:
        'From location 1 to 2: ≈\u00a02,509 km in 3600000 ms. Impossible: even the shortest distance takes 2,479 km/h, more than 900 km/h.',
    },
  ])
  const early = { ...places, previous: [0, Date.parse('2025-03-03T09:00:00.000Z')] as const }
  expect(drawnPlaces(format, { ...known, pairs: [] }, centres, early)).toMatchObject({
    points: [{ id: 'ip' }, { id: 'billing-1' }, { id: 'shipping' }, { id: 'previous 1' }],
    arcs: [],
  })
})

it('the density of a place is the size of its mark, a row with its number, and a sentence that says what is shared', async () => {
  answer = {
    ...known,
    places: [
      place('ip', 'ip', { otherEvents: { sharing: 'ip', count: 1, complete: true } }),
      place('billing-1', 'billing', { otherEvents: { sharing: 'postalCode', count: 10_000, complete: false } }),
      place('shipping', 'shipping', { otherEvents: { sharing: 'address', count: 0, complete: true } }),
      place('store', 'store', { otherEvents: null }),
    ],
    pairs: [],
  }
  render()
  fireEvent.click(await screen.findByRole('switch', { name: 'Density' }))
  expect(densityRows(await screen.findByRole('table', { name: 'Density' }))).toEqual([
    'IP address1',
    '1 other event has this IP address.',
    'Billing10,000+',
    '10,000+ other events are billed or shipped to this postal code.',
    'Shipping0',
    'No other event has this address; it has no postal code.',
  ])
  expect(drawnPlaces(format, answer, new Map(), { ...places, density: true }).points.map(({ value }) => value)).toEqual(
    [1, 10_000, 0, undefined],
  )
  expect(drawnPlaces(format, answer, new Map(), places).points.map(({ value }) => value)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('the small map of the addresses has the density, too', async () => {
  answer = known
  renderFailingPage(createElement(AddressMap, { row: { ...row, environmentId }, mapHref: '/map' }), '/')
  fireEvent.click(await screen.findByRole('switch', { name: 'Density' }))
  expect(densityRows(await screen.findByRole('table', { name: 'Density' }))).toContain(
    '4 other events are billed or shipped to this postal code.',
  )
})

it('two handles choose the time of the earlier locations, and play steps through their numbers', async () => {
  answer = {
    ...known,
    previous: [
      location('p-3', { at: '2025-03-03T11:00:00.000Z' }),
      location('p-2', { at: '2025-03-03T10:00:00.000Z', leg }),
      location('p-1'),
    ],
  }
  render()
  fireEvent.click(await screen.findByRole('switch', { name: 'Previous IP addresses' }))
  const list = () => within(screen.getByRole('list', { name: 'Previous IP addresses' }))
  const numbers = () =>
    list()
      .getAllByRole('listitem')
      .map(item => item.getAttribute('value'))
  expect(numbers()).toEqual(['3', '2', '1'])
  expect(screen.getByText('3 of 3 locations')).toBeTruthy()
  expect(list().getByText(/^From location 1 to 2: .*Impossible/)).toBeTruthy()
  expect(list().getByText('From location 2 to 3: the distance is unknown.')).toBeTruthy()
  const lower = screen.getByRole('slider', { name: 'Locations from' })
  lower.focus()
  fireEvent.keyDown(lower, { key: 'ArrowRight' })
  expect(numbers()).toEqual(['3', '2'])
  expect(screen.getByText('2 of 3 locations')).toBeTruthy()
  vi.useFakeTimers()
  fireEvent.click(screen.getByRole('button', { name: 'Play through the locations' }))
  expect(numbers()).toEqual(['1'])
  act(() => vi.advanceTimersByTime(1200))
  expect(numbers()).toEqual(['2', '1'])
  act(() => vi.advanceTimersByTime(1200))
  expect(numbers()).toEqual(['3', '2', '1'])
  // At the end it stands still.
  expect(screen.getByRole('button', { name: 'Play through the locations' })).toBeTruthy()
  vi.useRealTimers()
})

it('a journey is impossible at the nearest edges, not certain between them and the farthest ones', () => {
  expect(travelText(intl, leg)).toBe('Impossible travel, at least 2,479 km/h')
  const uncertain = { ...leg, travel: 'uncertain' as const, leastKmPerHour: 812.2, mostKmPerHour: 1016.4 }
  expect(travelText(intl, uncertain)).toBe('Possibly impossible travel, 812 km/h to 1,016 km/h')
  expect(legSentence(format, uncertain, { from: 1, to: 2 })).toMatch(
    /shortest distance takes 812 km\/h, the longest 1,016 km\/h; the limit is 900 km\/h\.$/,
  )
  const immediate = { ...leg, elapsedMs: 0, leastKmPerHour: null, kmPerHour: null, mostKmPerHour: null }
  expect(travelText(intl, immediate)).toBe('Impossible travel')
  expect(legSentence(format, immediate, { from: 1, to: 2 })).toMatch(/at least 2,479 km apart at the same moment\.$/)
  expect(travelText(intl, { ...leg, travel: 'possible' })).toBeNull()
  const near = { ...pair('ip', 'store', 100), approximate: true, nearestKm: 62, farthestKm: 138, countriesDiffer: true }
  expect(pairSentence(intl, near, { from: 'A', to: 'B' }, 500)).toBe(
    'A and B are ≈\u00a0100 km apart: at least 62 km, at most 138 km. The countries differ.',
  )
})

it('without a provider of tiles none is asked for, and the page says that no address leaves the server', async () => {
  answer = known
  render()
  await screen.findByText(/Outlines come with Assay/)
  expect(calls.map(({ procedure }) => procedure)).not.toContain('maps.tile')
  cleanup()
  layers = [{ layer: 'road', attribution: '© Example' }]
  render()
  await screen.findByText(/fetches map pictures from a provider/)
})

it('tiles come from the service, and an undelivered one is none', async () => {
  const pictures = ['AQID', null]
  const queryClient = createQueryClient()
  stubConsoleApi({
    'maps.layers': () => [{ layer: 'aerial', attribution: '© Example' }],
    'maps.tile': () => ({ picture: pictures.shift() }),
  })
  const { result } = renderHook(() => useMapTiles(environmentId), {
    wrapper: ({ children }) => hookWrapper({ queryClient, children }),
  })
  await waitFor(() => expect(result.current?.layers).toMatchObject([{ id: 'aerial', attribution: '© Example' }]))
  const load = (layer: string) => result.current?.load(layer, { z: 1, x: 1, y: 0 }, new AbortController().signal)
  expect(new Uint8Array((await load('aerial')) ?? new ArrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
  expect(await load('aerial')).toBeNull()
  expect(await load('road')).toBeNull()
})
