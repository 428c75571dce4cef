// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderFailingPage } from '../../../../platform/testing/failing-page.ts'
import { CountryMap } from './country-map.tsx'

// Browsers alone draw maps.
vi.mock('@assay/design-system/map', () => ({
  GeoMap: ({ label, regions }: { label: string; regions: { code: string }[] }) =>
    createElement('p', null, `${label}: ${regions.map(({ code }) => code).join()}`),
}))
afterEach(cleanup)

const countries = [
  { country: 'BR', rate: 0.2, events: 20 },
  { country: '', rate: 0.1, events: 10 },
]

it.each([true, false])('what could not be read again is marked as old, and stays: %s', async stale => {
  renderFailingPage(createElement(CountryMap, { title: 'Top risk countries', countries, stale }))
  expect(await screen.findByText('Top risk countries: BR')).toBeTruthy()
  expect(screen.queryAllByText(/^The figures could not be refreshed/)).toHaveLength(stale ? 1 : 0)
})
