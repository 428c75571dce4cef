// @vitest-environment jsdom
import type { EventDetail, EventPlaces } from '@assay/risk-service/contract'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { createIntl } from 'react-intl'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { MapTab } from './map-tab.tsx'
import { drawnPlaces } from './use-event-places.ts'

const seattle = { latitude: 47.6062, longitude: -122.3321 }
const place = (id: string, kind: EventPlaces['places'][number]['kind'], more = {}) => ({
  id,
  kind,
  text: id,
  country: 'US',
  precision: 'street' as const,
  radiusKm: null,
  otherEvents: 4,
  ...seattle,
  ...more,
})
const pair = (from: string, to: string, km: number | null, more = {}) => ({
  from,
  to,
  km,
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
  kmPerHour: null,
  impossible: false,
  ...more,
})
const known: EventPlaces = {
  places: [
    place('ip', 'ip'),
    place('billing-1', 'billing', { latitude: 40.7128, longitude: -74.006 }),
    place('shipping', 'shipping'),
  ],
  pairs: [pair('ip', 'billing-1', 3866.4), pair('ip', 'shipping', 0), pair('billing-1', 'shipping', 3866.4)],
  previous: [location('p-2', { kmPerHour: 2509.4, impossible: true }), location('p-1')],
  farKm: 500,
}
let answer: EventPlaces
beforeEach(() => {
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
  stubConsoleApi({ 'events.places': () => answer })
})
afterEach(cleanup)

const detail = { row: { environmentId, eventType: 'purchase', externalId: 'p-2' } } as EventDetail
const render = () => renderFailingPage(createElement(MapTab, { detail }), '/')

it('the legend shows every pair in kilometres and miles', async () => {
  answer = known
  render()
  const table = await screen.findByRole('table', { name: 'Distances between the places' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map(row => row.textContent)).toEqual([
    'IP address to Billing3,866 km2,402 mi',
    'IP address to Shipping0.00 km0.00 mi',
    'Billing to Shipping3,866 km2,402 mi',
  ])
  expect(screen.getByText('Over 500 km')).toBeTruthy()
  const legend = screen.getByRole('list', { name: 'Transaction map' })
  expect(within(legend).getAllByRole('button')).toHaveLength(3)
  expect(screen.queryByText(/Only the countries/)).toBeNull()
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

it('lines are red for far places and other countries, dashed where an end is not exact', () => {
  const intl = createIntl({ locale: 'en-US', onError: () => undefined })
  const two = {
    ...known,
    places: [...known.places, place('store', 'store')],
    pairs: [...known.pairs, pair('ip', 'store', 1), pair('billing-1', 'store', null, { countriesDiffer: true })],
  }
  const { points, arcs } = drawnPlaces(intl, two, new Map(), false)
  expect(points.map(({ id }) => id)).toEqual(['ip', 'billing-1', 'shipping', 'store'])
  // A store has no line.
  expect(arcs.map(({ id, alert, line, distance }) => [id, alert, line, distance])).toEqual([
    ['ip billing-1', true, 'solid', '3,866 km'],
    ['ip shipping', false, 'solid', '0.00 km'],
    ['billing-1 shipping', true, 'solid', '3,866 km'],
  ])
  const centres = new Map([['FR', { latitude: 46, longitude: 2 }]])
  const hidden = { latitude: null, longitude: null, precision: 'country' as const, country: 'FR' }
  const drawn = drawnPlaces(intl, { ...known, places: [place('ip', 'ip', hidden)], pairs: [] }, centres, true)
  expect(drawn.points.map(({ id, latitude }) => [id, latitude])).toEqual([
    ['ip', 46],
    ['previous 0', 47.6062],
    ['previous 1', 47.6062],
  ])
  expect(drawn.arcs).toMatchObject([{ impossible: true, line: 'dotted', distance: '2,509 km/h' }])
})

it('the density of a place is the size of its mark and a number in the legend', async () => {
  answer = {
    ...known,
    places: [place('ip', 'ip', { otherEvents: 12 }), place('store', 'store', { otherEvents: null })],
    pairs: [],
  }
  render()
  fireEvent.click(await screen.findByRole('switch', { name: 'Density' }))
  const list = await screen.findByRole('list', { name: 'Density' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual(['IP address ip, United States12'])
  const intl = createIntl({ locale: 'en-US', onError: () => undefined })
  expect(drawnPlaces(intl, answer, new Map(), false, true).points.map(({ value }) => value)).toEqual([12, undefined])
  expect(drawnPlaces(intl, answer, new Map(), false).points.map(({ value }) => value)).toEqual([undefined, undefined])
})
