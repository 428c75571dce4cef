// @vitest-environment jsdom
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { StackedBarChart } from '../stacked-bar-chart/stacked-bar-chart.tsx'
import { decisionSeries, decisions, manyDecisions } from '../testing/chart-data.ts'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => {}
      unobserve = () => {}
      disconnect = () => {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 240))
})
afterEach(() => {
  fireEvent(window, new Event('afterprint'))
  delete document.documentElement.dataset['printing']
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const show = (points: typeof decisions) =>
  act(async () =>
    renderWithApp(
      <StackedBarChart title="Decisions" bucket="hour" timeZone="UTC" series={decisionSeries} points={points} />,
    ),
  )
const print = () => act(() => void window.dispatchEvent(new Event('beforeprint')))
const rows = () => document.querySelectorAll('[data-slot="chart-printed-table"] tbody tr').length

it('the figures are printed under the picture, and stay on paper only', async () => {
  await show(decisions)
  expect(rows()).toBe(0)
  print()
  expect(rows()).toBe(24)
  expect(document.querySelector('[data-slot="chart-plot"]')).not.toBeNull()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(rows()).toBe(0)
})

it('not with more than a page of rows, nor while something else is printed in place of the page', async () => {
  await show(manyDecisions(101))
  print()
  expect(rows()).toBe(0)
  cleanup()
  document.documentElement.dataset['printing'] = ''
  await show(decisions)
  print()
  expect(rows()).toBe(0)
})
