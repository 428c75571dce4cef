// @vitest-environment jsdom
import { act, cleanup, fireEvent, renderHook } from '@testing-library/react'
import { type ReactNode, useMemo } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppIntlProvider } from '../../i18n/index.ts'
import { AnnouncerProvider } from '../../lib/announcer.tsx'
import type { ChartAudio } from '../../lib/chart-surroundings/chart-audio.ts'
import { ChartsProvider } from '../../lib/chart-surroundings/charts-provider.tsx'
import { createStore } from '../../lib/chart-surroundings/store.ts'
import { storyIntl } from '../../testing/catalogues.ts'
import { createFakeAudio } from '../testing/fake-audio.ts'
import type { ChartTable } from './chart-table.tsx'
import { useChartSound } from './use-chart-sound.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const tableOf = (...values: (number | null)[]): ChartTable => ({
  head: 'Time',
  columns: [{ key: 'approve', label: 'Approve', format: String }],
  rows: values.map((approve, n) => ({ id: String(n), name: String(n), values: { approve } })),
})
const intl = storyIntl('en-US')
const wrapperOf =
  (createAudio: () => ChartAudio) =>
  ({ children }: { children: ReactNode }) => (
    <AppIntlProvider value={intl}>
      <AnnouncerProvider>
        <ChartsProvider createAudio={createAudio}>{children}</ChartsProvider>
      </AnnouncerProvider>
    </AppIntlProvider>
  )
const hear = (table: ChartTable, createAudio: () => ChartAudio) =>
  renderHook(
    () =>
      useChartSound(
        table,
        useMemo(() => createStore<number | null>(null), []),
      ),
    {
      wrapper: wrapperOf(createAudio),
    },
  ).result
const toggle = (toggled: { toggle: () => void }) => act(async () => toggled.toggle())
/** Whether Escape is left to whatever else it closes. */
const escapeIsFree = () => fireEvent.keyDown(document.body, { key: 'Escape' })

it('audio that the browser refuses is announced, and nothing plays', async () => {
  const sound = hear(tableOf(1, 2), () => {
    throw new Error('no device')
  })
  await toggle(sound.current)
  await act(async () => void (await vi.advanceTimersByTimeAsync(600)))
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('This browser cannot play sound.')
  expect(sound.current.state).toBe('silent')
  expect(escapeIsFree()).toBe(true)
})

it('a chart without any value makes no audio', async () => {
  const createAudio = vi.fn(() => createFakeAudio().audio)
  const sound = hear(tableOf(null, Number.NaN), createAudio)
  await toggle(sound.current)
  expect(createAudio).not.toHaveBeenCalled()
  expect([sound.current.state, escapeIsFree()]).toEqual(['silent', true])
})

it('a chart that is stopped late leaves the one that plays to be silenced by the next', async () => {
  const fakes = [createFakeAudio(), createFakeAudio(), createFakeAudio()]
  const [first, second, third] = fakes.map(({ audio }) => hear(tableOf(1, 2), () => audio))
  await toggle(first!.current)
  const playing = first!.current
  await toggle(second!.current)
  await toggle(playing)
  await toggle(third!.current)
  expect(fakes.map(({ calls }) => calls.filter(call => call === 'close').length)).toEqual([1, 1, 0])
  expect([first, second, third].map(sound => sound!.current.state)).toEqual(['silent', 'silent', 'playing'])
})
