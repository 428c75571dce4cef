// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { AreaChart } from '../area-chart/area-chart.tsx'
import { StackedBarChart } from '../stacked-bar-chart/stacked-bar-chart.tsx'
import { decisionSeries, fiveSeries, manyDecisions, manyPoints } from '../testing/chart-data.ts'
import { TimeSeriesChart } from '../time-series-chart/time-series-chart.tsx'

/** A frame of 800 pixels, measured when it is observed: jsdom lays nothing out. */
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #measured: () => void
      constructor(measured: () => void) {
        this.#measured = measured
      }
      observe = (element: HTMLElement) => {
        if (element.dataset['slot'] === 'chart-space') queueMicrotask(() => this.#measured())
      }
      unobserve = () => {}
      disconnect = () => {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 240))
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const show = (chart: ReactNode) => act(async () => renderWithApp(chart))
// A query by role would compute the accessibility of every element.
const plot = () => document.querySelector<HTMLElement>('[role="application"]')!
const paths = () => [...plot().querySelectorAll('[data-slot^="series-"]')].map(path => path.getAttribute('d') ?? '')
const press = (...keys: string[]) => keys.forEach(key => fireEvent.keyDown(plot(), { key }))
const readOut = () => document.querySelector('[data-slot="chart-read-out"] > p')?.textContent
const common = { title: 'Events', timeZone: 'UTC', height: 240 }

it('five lines of 2,500 points are one path each, of a few vertices per pixel, in two pieces around a gap', async () => {
  const points = manyPoints(2500)
  await show(<TimeSeriesChart {...common} bucket="minute" series={fiveSeries} points={points} />)
  expect(paths()).toHaveLength(5)
  for (const path of paths()) {
    expect(path.match(/M/g)).toHaveLength(2)
    expect(path.match(/[ML]/g)!.length).toBeLessThan(4 * 800)
  }
  expect(plot().querySelectorAll('*').length).toBeLessThan(250)
  expect(plot().querySelector('.will-change-transform [data-slot="series-line"]')).not.toBeNull()
  // The keyboard walks the data, not the pixels.
  press('Home', 'ArrowRight')
  expect(readOut()).toBe('Nov 20, 3:01 PM')
  press('PageUp')
  expect(readOut()).toBe('Nov 20, 7:11 PM')
  press('End')
  expect(readOut()).toBe('Nov 22, 8:39 AM')
})

it('a pointer reads the point at its height where many share a pixel', async () => {
  const points = manyPoints(2500).map((point, i) => ({ ...point, values: { s0: i === 1253 ? 1000 : 1 } }))
  await show(<TimeSeriesChart {...common} bucket="minute" series={fiveSeries.slice(0, 1)} points={points} />)
  const found = new Set<string | undefined>()
  for (let x = 380; x < 392; x++) {
    fireEvent.pointerMove(plot(), { clientX: x, clientY: 12 })
    found.add(readOut() ?? undefined)
  }
  expect(found).toContain('Nov 21, 11:53 AM')
})

it('stacked areas of 2,500 points are two paths per series', async () => {
  await show(
    <AreaChart {...common} bucket="minute" series={fiveSeries.slice(0, 3)} points={manyPoints(2500)} stacked />,
  )
  expect(paths()).toHaveLength(6)
  for (const path of paths()) expect(path.match(/M/g)).toHaveLength(2)
})

it('2,000 hours become bars of a longer period with exact totals, and a note says so', async () => {
  const points = manyDecisions(2000)
  const onPointOpen = vi.fn()
  await show(
    <StackedBarChart {...common} bucket="hour" series={decisionSeries} points={points} onPointOpen={onPointOpen} />,
  )
  expect(screen.getByText('Each bar: 12 hours')).toBeTruthy()
  expect(plot().querySelectorAll('*').length).toBeLessThan(120)
  press('Home', 'ArrowRight')
  expect(readOut()).toBe('Nov 21, 12 AM – Nov 21, 11 AM')
  const sum = points
    .slice(9, 21)
    .flatMap(({ values }) => Object.values(values))
    .reduce<number>((all, value) => all + (value ?? 0), 0)
  expect(document.querySelector('[data-slot="chart-read-out"] tr:last-child td')?.textContent).toBe(
    sum.toLocaleString('en-US'),
  )
  press('Enter', 'Enter')
  expect(onPointOpen).toHaveBeenLastCalledWith(
    expect.objectContaining({ time: points[9]!.time, until: points[20]!.time }),
  )
})

it('a small chart has no note and opens its own points', async () => {
  const points = manyDecisions(24)
  const onPointOpen = vi.fn()
  await show(
    <StackedBarChart {...common} bucket="hour" series={decisionSeries} points={points} onPointOpen={onPointOpen} />,
  )
  expect(screen.queryByText(/Each bar/)).toBeNull()
  expect(plot().querySelector('.will-change-transform')).toBeNull()
  press('Home', 'Enter', 'Enter')
  expect(onPointOpen).toHaveBeenLastCalledWith(points[0])
})

it('the axis of a week of hours has a date under every day', async () => {
  await show(<StackedBarChart {...common} bucket="hour" series={decisionSeries} points={manyDecisions(168)} />)
  const labels = [...plot().querySelectorAll('[data-slot="time-axis"] text')].map(text => text.textContent)
  expect(labels).toEqual(['Nov 21', 'Nov 22', 'Nov 23', 'Nov 24', 'Nov 25', 'Nov 26', 'Nov 27'])
  const values = [...plot().querySelectorAll('[data-slot="value-axis"] text')].map(text => text.textContent)
  expect(values).toEqual(['2k', '4k', '6k'])
})

it('a line that rises and falls inside its pixels is not dashed, a smooth one is', async () => {
  const points = manyPoints(4000).map(({ time, values }, i) => ({ time, values: { s1: values['s1'] ?? null, s2: i } }))
  await show(<TimeSeriesChart {...common} bucket="minute" series={fiveSeries.slice(1, 3)} points={points} />)
  const lines = [...plot().querySelectorAll('[data-slot="series-line"]')]
  expect(lines.map(line => line.getAttribute('stroke-dasharray'))).toEqual([null, '2 2'])
})

it('the fields of a brush list the buckets when they are used', async () => {
  const points = manyPoints(2500)
  await show(<TimeSeriesChart {...common} bucket="minute" series={fiveSeries} points={points} brush />)
  const [from, to] = [...document.querySelectorAll<HTMLInputElement>('[role="combobox"]')]
  expect([from, to].map(field => field?.value)).toEqual(['Nov 20, 3:00 PM', 'Nov 22, 8:39 AM'])
  const handles = () =>
    [...document.querySelectorAll('[role="slider"]')].map(handle => handle.getAttribute('aria-valuetext'))
  expect(handles()).toEqual(['Nov 20, 3:00 PM', 'Nov 22, 8:39 AM'])
  act(() => to!.focus())
  fireEvent.change(to!, { target: { value: 'Nov 21, 8:00 AM' } })
  fireEvent.keyDown(to!, { key: 'Enter' })
  expect(handles()).toEqual(['Nov 20, 3:00 PM', 'Nov 21, 8:00 AM'])
})

it('the table of a comparison has the numbers of both periods', async () => {
  const points = manyDecisions(3)
  const previous = points.map(({ time, values }) => ({ time, values: { approve: (values['approve'] ?? 0) + 1 } }))
  const series = decisionSeries.slice(0, 1)
  await show(<TimeSeriesChart {...common} bucket="hour" series={series} points={points} previous={previous} />)
  fireEvent.click(screen.getByText('View as table'))
  const rows = [...document.querySelectorAll('table tbody tr')].map(row => row.textContent)
  expect(rows[0]).toBe('Nov 20, 3 PM1,9201,921')
})

it('the picture of a large chart stays until its table is ready', async () => {
  await show(<TimeSeriesChart {...common} bucket="minute" series={fiveSeries} points={manyPoints(2500)} />)
  const space = document.querySelector<HTMLElement>('[data-slot="chart-space"]')!
  const shown: (string | undefined)[] = []
  const observer = new MutationObserver(() => {
    const visible = [...space.children].filter(child => (child as HTMLElement).style.display !== 'none')
    shown.push(
      ...visible.map(child => (child as HTMLElement).dataset['slot']),
      ...(visible.length > 0 ? [] : ['nothing']),
    )
  })
  observer.observe(space, { childList: true, subtree: true, attributes: true })
  fireEvent.click(screen.getByText('View as table'))
  expect(screen.getByRole('button', { name: 'View as table' }).getAttribute('aria-pressed')).toBe('true')
  await screen.findByRole('grid', { name: 'Events' })
  observer.disconnect()
  expect(shown).not.toContain('nothing')
  expect(shown.at(-1)).not.toBe('chart-plot')
})
