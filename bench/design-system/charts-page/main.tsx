import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { AreaChart } from '../../../design-system/charts/area-chart/area-chart.tsx'
import { StackedBarChart } from '../../../design-system/charts/stacked-bar-chart/stacked-bar-chart.tsx'
import {
  decisionSeries,
  fiveSeries,
  manyDecisions,
  manyPoints,
} from '../../../design-system/charts/testing/chart-data.ts'
import { TimeSeriesChart } from '../../../design-system/charts/time-series-chart/time-series-chart.tsx'
import { AppIntlProvider } from '../../../design-system/i18n/index.ts'
import { AnnouncerProvider } from '../../../design-system/lib/announcer.tsx'
import { storyIntl } from '../../../design-system/testing/catalogues.ts'
import '../../../design-system/styles/index.css'

/** One chart alone, over points created in the page: driven by `bench/design-system/charts.ts`. */
export type BenchChart = 'lines' | 'panels' | 'brush' | 'bars' | 'areas'

const charts: Record<BenchChart, (count: number) => () => ReactNode> = {
  lines: count => {
    const points = manyPoints(count)
    return () => <TimeSeriesChart title="Events" bucket="minute" timeZone="UTC" series={fiveSeries} points={points} />
  },
  panels: count => {
    const points = manyPoints(count)
    return () =>
      fiveSeries.map(series => (
        <TimeSeriesChart
          key={series.key}
          title={series.label}
          bucket="minute"
          timeZone="UTC"
          series={[series]}
          points={points}
          height={96}
        />
      ))
  },
  brush: count => {
    const points = manyPoints(count)
    return () => (
      <TimeSeriesChart title="Events" bucket="minute" timeZone="UTC" series={fiveSeries} points={points} brush />
    )
  },
  bars: count => {
    const points = manyDecisions(count)
    return () => (
      <StackedBarChart title="Decisions" bucket="hour" timeZone="UTC" series={decisionSeries} points={points} />
    )
  },
  areas: count => {
    const points = manyPoints(count)
    const series = fiveSeries.slice(0, 3)
    return () => <AreaChart title="Events" bucket="minute" timeZone="UTC" series={series} points={points} stacked />
  },
}

/** The longest time without a turn of the event loop since the last reset: as long would a key press have waited. */
const heartbeat = { gap: 0 }
function startHeartbeat(): void {
  const channel = new MessageChannel()
  let last = performance.now()
  channel.port1.onmessage = () => {
    const now = performance.now()
    heartbeat.gap = Math.max(heartbeat.gap, now - last)
    last = now
    setTimeout(() => channel.port2.postMessage(null), 1)
  }
  channel.port2.postMessage(null)
}

const painted = () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)))

/** Carries out an action, waits until its result is painted, and measures both that and the longest block. */
async function measure(act: () => void, done: () => boolean): Promise<{ took: number; blocked: number }> {
  await new Promise(resolve => setTimeout(resolve, 300))
  heartbeat.gap = 0
  const started = performance.now()
  act()
  while (!done()) await new Promise(resolve => requestAnimationFrame(resolve))
  await painted()
  const took = performance.now() - started
  // Work after the picture blocks as much as work before it.
  await new Promise(resolve => setTimeout(resolve, 300))
  return { took, blocked: heartbeat.gap }
}

let root: Root | undefined
const plot = () => document.querySelector<HTMLElement>('[role="application"]')

/** Shows a chart in a page that is there already, with its language: as long as its last plot is not drawn. */
function show(kind: BenchChart, count: number): Promise<{ took: number; blocked: number; nodes: number }> {
  root?.unmount()
  const render = charts[kind](count)
  const box = document.getElementById('root')
  if (!box) throw new Error('The page has no root.')
  const created = createRoot(box)
  root = created
  const intl = storyIntl('en-US')
  const page = (content: ReactNode) => (
    <AppIntlProvider value={intl}>
      <AnnouncerProvider>{content}</AnnouncerProvider>
    </AppIntlProvider>
  )
  created.render(page(null))
  const expected = kind === 'panels' ? fiveSeries.length : 1
  return measure(
    () => created.render(page(render())),
    () =>
      [...document.querySelectorAll('[data-slot="chart-plot"]')].filter(
        plot => plot.querySelector('path[d]:not([d=""])') !== null,
      ).length === expected,
  ).then(result => ({ ...result, nodes: box.querySelectorAll('*').length }))
}

/** Moves the pointer over the plot in sixty frames. */
function sweep(): Promise<{ took: number; blocked: number }> {
  const box = plot()?.getBoundingClientRect()
  if (!box) throw new Error('The page has no plot.')
  let frame = 0
  const move = () => {
    plot()?.dispatchEvent(
      new PointerEvent('pointermove', {
        bubbles: true,
        clientX: box.left + 50 + ((box.width - 60) * frame) / 60,
        clientY: box.top + box.height / 2,
      }),
    )
    frame++
    if (frame < 60) requestAnimationFrame(move)
  }
  return measure(move, () => frame >= 60)
}

/** Presses a key in the plot, or a button of the frame. */
const press = (key: string) =>
  measure(
    () => {
      plot()?.focus()
      plot()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    },
    () => document.querySelector('[data-slot="chart-read-out"]') !== null,
  )
const click = (name: string, result: string) => {
  const button = [...document.querySelectorAll('button')].find(found => found.textContent === name)
  return measure(
    () => button?.click(),
    () => document.querySelector(result) !== null,
  )
}
/** Presses a key on the first handle of the brush. */
const drag = () => {
  const handle = document.querySelector<HTMLElement>('[role="slider"]')
  const before = handle?.getAttribute('aria-valuenow')
  return measure(
    () => {
      handle?.focus()
      handle?.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp', bubbles: true }))
    },
    () => handle?.getAttribute('aria-valuenow') !== before,
  )
}

const bench = { show, sweep, press, click, drag }
export type ChartBench = typeof bench
declare global {
  interface Window {
    chartBench: ChartBench
  }
}
startHeartbeat()
window.chartBench = bench
