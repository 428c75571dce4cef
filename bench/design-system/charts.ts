import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Browser, Page } from 'playwright'
import { build, preview } from 'vite'
import { launchBrowser } from '../support/browser.ts'
import { limitedRow, median, ms, type Row, root } from '../support/harness.ts'
import type { BenchChart } from './charts-page/main.tsx'

const port = Number(process.env['BENCH_PORT'] ?? 4377) + 2
const runs = 3

interface Measured {
  took: number
  blocked: number
}

/** The sizes of a chart and the longest time until its first picture. */
const pictures: readonly [name: string, kind: BenchChart, count: number, limit: number][] = [
  ['5 lines x 1,000 points', 'lines', 1000, 300],
  ['5 lines x 10,000 points', 'lines', 10_000, 300],
  ['5 lines x 50,000 points', 'lines', 50_000, 500],
  ['5 charts of a line x 50,000 points', 'panels', 50_000, 500],
  ['5 lines x 50,000 points with a brush', 'brush', 50_000, 500],
  ['Stacked bars of 168 buckets', 'bars', 168, 300],
  ['Stacked bars of 2,000 buckets', 'bars', 2000, 300],
  ['Stacked bars of 8,000 buckets', 'bars', 8000, 300],
  ['3 stacked areas x 50,000 points', 'areas', 50_000, 500],
]

/**
 * Charts alone in a page of the production build: time until the first picture, and the longest time for which a key
 * would have waited. Every run is the first one of a new page, so that nothing is compiled or cached.
 */
export async function benchCharts(): Promise<Row[]> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'assay-bench-charts-'))
  const config = {
    root: path.join(root, 'bench/design-system/charts-page'),
    configFile: false as const,
    logLevel: 'error' as const,
    plugins: [react(), tailwindcss()],
  }
  await build({ ...config, build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5000 } })
  const server = await preview({ ...config, build: { outDir }, preview: { port, strictPort: true } })
  const browser = await launchBrowser()
  try {
    const rows: Row[] = [
      {
        name: 'Chart alone in the page, 1,280 pixels wide',
        value: '',
        note: `load of the machine before: ${loadavg()[0]?.toFixed(1) ?? '?'}; medians of ${runs} new pages`,
      },
    ]
    for (const [name, kind, count, limit] of pictures) {
      const found: (Measured & { nodes: number })[] = []
      for (let i = 0; i < runs; i++)
        found.push(
          await onNewPage(browser, page =>
            page.evaluate(([k, n]) => window.chartBench.show(k, n), [kind, count] as const),
          ),
        )
      const { nodes } = found[0]!
      rows.push(...limited(`${name}, first picture`, found, limit, `${nodes} elements in the page`))
    }
    rows.push(...(await benchInput(browser)))
    return rows
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** Input in the largest charts, from the event to the picture. */
async function benchInput(browser: Browser): Promise<Row[]> {
  const actions: readonly [name: string, kind: BenchChart, act: (page: Page) => Promise<Measured>][] = [
    ['Arrow key to the read-out', 'lines', page => page.evaluate(() => window.chartBench.press('End'))],
    ['View as table', 'lines', page => page.evaluate(() => window.chartBench.click('View as table', '[role="row"]'))],
    [
      'Hiding a series',
      'lines',
      page =>
        page.evaluate(() => window.chartBench.click('Purchase', '[data-slot="chart-legend"] [aria-pressed="false"]')),
    ],
    ['Page key on a handle of the brush', 'brush', page => page.evaluate(() => window.chartBench.drag())],
  ]
  const rows: Row[] = []
  for (const [name, kind, act] of actions) {
    const found: Measured[] = []
    for (let i = 0; i < runs; i++)
      found.push(
        await onNewPage(browser, async page => {
          await page.evaluate(k => window.chartBench.show(k, 50_000), kind)
          return act(page)
        }),
      )
    rows.push(...limited(`${name}, 5 x 50,000 points`, found, 200))
  }
  const swept = await onNewPage(browser, async page => {
    await page.evaluate(() => window.chartBench.show('lines', 50_000))
    return page.evaluate(() => window.chartBench.sweep())
  })
  rows.push(limitedRow('  Pointer over the plot for sixty frames: input blocked at most', swept.blocked, ms, '<', 100))
  return rows
}

async function onNewPage<T>(browser: Browser, act: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
  try {
    await page.goto(`http://localhost:${port}/`)
    await page.waitForFunction(() => 'chartBench' in window)
    await page.evaluate(() => document.fonts.ready)
    return await act(page)
  } finally {
    await page.close()
  }
}

function limited(name: string, found: readonly Measured[], limit: number, note?: string): Row[] {
  const blocked = found.map(run => run.blocked)
  return [
    limitedRow(`  ${name}`, median(found.map(run => run.took)), ms, '<', limit, note),
    limitedRow(
      '    input blocked at most',
      median(blocked),
      ms,
      '<',
      100,
      `longest of all runs ${ms(Math.max(...blocked))}`,
    ),
  ]
}
