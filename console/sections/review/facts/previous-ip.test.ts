// @vitest-environment jsdom
import type { EventPlaces, PreviousLocation } from '@assay/risk-service/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { PreviousIp } from './previous-ip.tsx'

const row = { environmentId, eventType: 'purchase', externalId: 'p-2' }
const leg = {
  km: 502,
  nearestKm: 472,
  farthestKm: 532,
  elapsedMs: 7_200_000,
  leastKmPerHour: 236,
  kmPerHour: 251,
  mostKmPerHour: 266,
  travel: 'possible',
  approximate: true,
} as const
const location = (own: PreviousLocation['leg']): PreviousLocation => ({
  eventType: 'purchase',
  externalId: 'p-2',
  environmentId,
  at: '2026-03-03T09:00:00.000Z',
  ip: '203.0.113.7',
  country: 'US',
  latitude: 47.6,
  longitude: -122.3,
  precision: 'city',
  radiusKm: 15,
  hasBadCoordinates: false,
  leg: own,
})
const show = (previous: PreviousLocation[]) => {
  const calls = stubConsoleApi({
    'events.places': (): EventPlaces => ({ places: [], pairs: [], previous, farKm: 500 }),
  })
  renderFailingPage(createElement('dl', null, createElement(PreviousIp, { row })), '/')
  return calls
}

beforeEach(() => {
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
})
afterEach(cleanup)

it('the distance from the location before is shown in miles and kilometres, with the speed', async () => {
  show([location(leg), location(null)])
  expect((await screen.findByText('From the previous IP')).parentElement?.textContent).toBe(
    'From the previous IP≈\u00a0312 mi / ≈\u00a0502 km251 km/h',
  )
})

it('a journey that nobody can make is marked', async () => {
  const fast = { ...leg, leastKmPerHour: 1200, kmPerHour: 1300, mostKmPerHour: 1400, travel: 'impossible' as const }
  show([location(fast), location(null)])
  const term = await screen.findByText('From the previous IP')
  expect(term.parentElement?.textContent).toContain('Impossible travel')
})

it('the first location of a user, and one that is not known, have no row', async () => {
  const calls = show([location(null)])
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByText('From the previous IP')).toBeNull()
})
