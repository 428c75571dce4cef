// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ChartExport, ChartsProvider } from '../../lib/chart-surroundings/charts-provider.tsx'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { leadTime } from '../sound/play-tones.ts'
import { StackedBarChart } from '../stacked-bar-chart/stacked-bar-chart.tsx'
import { decisionSeries, decisions } from '../testing/chart-data.ts'
import { createFakeAudio } from '../testing/fake-audio.ts'
import { TimeSeriesChart } from '../time-series-chart/time-series-chart.tsx'

let reduced = false
beforeEach(() => {
  reduced = false
  vi.useFakeTimers()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => {}
      unobserve = () => {}
      disconnect = () => {}
    },
  )
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: reduced && query.includes('reduced-motion'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 240))
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const common = {
  bucket: 'hour',
  timeZone: 'UTC',
  series: decisionSeries.slice(0, 2),
  points: decisions.slice(0, 4),
} as const
const show = async (
  audio: ReturnType<typeof createFakeAudio> | null,
  onExport?: (file: ChartExport) => Promise<unknown>,
) => {
  await act(async () =>
    renderWithApp(
      <ChartsProvider createAudio={audio && (() => audio.audio)} {...(onExport ? { onExport } : {})}>
        <StackedBarChart {...common} title="Decisions" fileName="decisions" />
        <TimeSeriesChart {...common} title="Rates" />
      </ChartsProvider>,
    ),
  )
}
const pass = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)))
const choose = async (name: RegExp | string) => {
  const trigger = screen.getByRole('button', { name: 'More for Decisions' })
  await act(async () => fireEvent.keyDown(trigger, { key: 'Enter' }))
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name })))
}
const step = () => document.querySelectorAll('[data-slot="chart-step"]').length
const announced = () => document.querySelector('[data-slot="announcer"] [role="status"]')?.textContent

it('plays a chart: names its series, shows the step that is heard, and ends by itself', async () => {
  const fake = createFakeAudio()
  await show(fake)
  await choose('Play as sound')
  await pass(600)
  expect(announced()).toBe('Approve: lowest tone 1,920, highest tone 2,600')
  expect([fake.calls.length, step()]).toEqual([0, 0])
  await pass(leadTime - 550)
  expect(fake.calls).toEqual(['start'])
  expect(step()).toBe(1)
  await pass(1000 + 600)
  expect(announced()).toBe('Review: lowest tone 86, highest tone 117')
  await pass(leadTime + 1000)
  expect(fake.calls.at(-1)).toBe('close')
  expect(step()).toBe(0)
})

it('Escape stops it, and so does the same item', async () => {
  const fake = createFakeAudio()
  await show(fake)
  await choose('Play as sound')
  await pass(leadTime + 100)
  await act(async () => fireEvent.keyDown(document.body, { key: 'Escape' }))
  expect(fake.calls.at(-1)).toBe('close')
  expect(step()).toBe(0)
  await choose('Play as sound')
  await pass(leadTime + 100)
  await choose('Stop sound')
  expect(fake.calls.filter(call => call === 'close')).toHaveLength(2)
})

it('shows no moving step to those who want no motion, and plays all the same', async () => {
  reduced = true
  const fake = createFakeAudio()
  await show(fake)
  await choose('Play as sound')
  await pass(leadTime + 100)
  expect(fake.calls).toEqual(['start'])
  expect(step()).toBe(0)
})

it('says why there is no sound, and makes none', async () => {
  await show(null)
  const trigger = screen.getByRole('button', { name: 'More for Decisions' })
  await act(async () => fireEvent.keyDown(trigger, { key: 'Enter' }))
  const item = screen.getByRole('menuitem', { name: /^Play as sound/ })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.textContent).toContain('This browser cannot play sound.')
  await act(async () => fireEvent.click(item))
  expect(screen.queryByRole('menuitem', { name: /^Play as sound/ })).not.toBeNull()
})

it('a chart shows the step that another one of its page points at, without figures', async () => {
  await show(null)
  const [first, second] = [...document.querySelectorAll<HTMLElement>('[role="application"]')]
  await act(async () => fireEvent.keyDown(first!, { key: 'End' }))
  expect(first!.querySelector('[data-slot="chart-crosshair"]')).toBeNull()
  expect(second!.querySelector('[data-slot="chart-crosshair"]')).not.toBeNull()
  expect(document.querySelectorAll('[data-slot="chart-read-out"]')).toHaveLength(1)
  await act(async () => fireEvent.keyDown(first!, { key: 'Escape' }))
  expect(second!.querySelector('[data-slot="chart-crosshair"]')).toBeNull()
})

it('a file is recorded before it is written, and not written when that fails', async () => {
  const written: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    written.push(this.download)
  })
  let answer: (() => void) | undefined
  let refuse: ((reason: Error) => void) | undefined
  const record = vi.fn(() => new Promise<void>((resolve, reject) => ([answer, refuse] = [resolve, reject])))
  await show(null, record)
  await choose('Download CSV')
  await pass(100)
  expect(record).toHaveBeenCalledExactlyOnceWith({ title: 'Decisions', fileName: 'decisions', format: 'csv', rows: 4 })
  expect(written).toEqual([])
  answer?.()
  await pass(100)
  expect(written).toEqual(['decisions.csv'])
  await choose('Download CSV')
  refuse?.(new Error('no network'))
  await pass(100)
  expect(written).toEqual(['decisions.csv'])
})

it('a copy is recorded before it is handed over, and not handed over when that fails', async () => {
  const copied: string[] = []
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { clipboard: { writeText: async (text: string) => copied.push(text) } }),
  )
  let answer: () => Promise<void> = async () => undefined
  const record = vi.fn(() => answer())
  await show(null, record)
  await choose('Copy CSV')
  await pass(100)
  expect(record).toHaveBeenCalledExactlyOnceWith({
    title: 'Decisions',
    fileName: 'decisions',
    format: 'clipboard',
    rows: 4,
  })
  expect(copied).toHaveLength(1)
  answer = () => Promise.reject(new Error('no network'))
  await choose('Copy CSV')
  await pass(100)
  expect(record).toHaveBeenCalledTimes(2)
  expect(copied).toHaveLength(1)
})

it.each([
  ['Download PNG', 'png'],
  ['Download PDF', 'pdf'],
])('%s is recorded, and not drawn when that fails', async (item, format) => {
  const draw = vi.spyOn(document, 'createElement')
  const record = vi.fn((_file: ChartExport) => Promise.reject(new Error('no network')))
  await show(null, record)
  await choose(item)
  await pass(100)
  expect(record).toHaveBeenCalledExactlyOnceWith({ title: 'Decisions', fileName: 'decisions', format, rows: 4 })
  expect(draw.mock.calls.filter(([name]) => name === 'canvas')).toEqual([])
})
