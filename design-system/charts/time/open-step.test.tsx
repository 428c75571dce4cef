// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import type { ChartPoint } from '../plot/series.ts'
import { StackedBarChart } from '../stacked-bar-chart/stacked-bar-chart.tsx'
import { decisionSeries, hour, start } from '../testing/chart-data.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => {}
      unobserve = () => {}
      disconnect = () => {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const hoursOf = (...approve: number[]): ChartPoint[] =>
  approve.map((value, i) => ({ time: start + i * hour, values: { approve: value } }))

const chart = (points: readonly ChartPoint[]) => (
  <StackedBarChart title="Decisions" bucket="hour" timeZone="UTC" series={decisionSeries.slice(0, 1)} points={points} />
)
const textOf = () => document.querySelector('[data-slot="chart-frame"]')?.textContent

it('a step that has begun since the chart was first drawn is not over when its figures arrive', async () => {
  vi.setSystemTime(start + 3.5 * hour)
  const view = await act(async () => renderWithApp(chart(hoursOf(100, 100, 100, 20))))
  expect(textOf()).toContain('Approve stayed at 100.')
  vi.setSystemTime(start + 4.2 * hour)
  await act(async () => view.rerender(chart(hoursOf(100, 100, 100, 100, 17))))
  expect(textOf()).toContain('Approve stayed at 100.')
})

it('figures that arrived before the end of a step are not complete when it is over', async () => {
  vi.setSystemTime(start + 3.5 * hour)
  const points = hoursOf(100, 100, 100, 20)
  const view = await act(async () => renderWithApp(chart(points)))
  vi.setSystemTime(start + 4.2 * hour)
  await act(async () => view.rerender(chart(points)))
  expect(textOf()).toContain('Approve stayed at 100.')
})
